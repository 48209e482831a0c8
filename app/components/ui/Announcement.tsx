import type { ReactNode } from 'react';
import styles from './Announcement.module.css';

export interface AnnouncementProps {
  /** Unique in the page; its heading has it too. */
  id: string;
  title: string;
  children: ReactNode;
}

/**
 * Something that is said until it is closed by the form among its children: a card in the page, which scripts
 * lift over it.
 */
export function Announcement({ id, title, children }: AnnouncementProps) {
  return (
    <dialog open className={styles.card} aria-labelledby={`${id}-title`} data-island="announcement">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  );
}
