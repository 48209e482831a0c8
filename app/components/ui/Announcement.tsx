import type { ReactNode } from 'react';
import styles from './Announcement.module.css';

/** Shown until dismissed by the form among its children: a card, which scripts open as a modal dialog. */
export function Announcement({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <dialog open className={styles.card} aria-labelledby={`${id}-title`} data-island="announcement">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  );
}
