import type { ReactNode } from 'react';
import styles from './Announcement.module.css';

interface AnnouncementProps {
  id: string;
  title: string;
  /** 'announcement': however it is closed, the form among its children is posted to mark it as seen. */
  island?: 'announcement' | 'modal';
  children: ReactNode;
}

/** A card above the page's content, which scripts open as a modal dialog. */
export function Announcement({ id, title, island = 'announcement', children }: AnnouncementProps) {
  return (
    <dialog open className={styles.card} aria-labelledby={`${id}-title`} data-island={island}>
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </dialog>
  );
}
