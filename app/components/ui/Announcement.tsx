import type { ReactNode } from 'react';
import styles from './Announcement.module.css';

export interface AnnouncementProps {
  /** Unique in the page; prefix of the heading's id. */
  id: string;
  title: string;
  children: ReactNode;
}

/**
 * Message shown until it is dismissed by the form among its children: a card in the page, which scripts open
 * as a modal dialog.
 */
export function Announcement({ id, title, children }: AnnouncementProps) {
  return (
    <dialog open className={styles.card} aria-labelledby={`${id}-title`} data-island="announcement">
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  );
}
