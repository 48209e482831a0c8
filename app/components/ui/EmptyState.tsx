import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export function EmptyState({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className={styles.empty}>
      <svg viewBox="0 0 96 40" aria-hidden="true">
        <path d="M4 16v8M13 9v22M22 2v36M31 12v16M40 17v6M52 8h40M52 20h28M52 32h34" />
      </svg>
      <p>{text}</p>
      {children}
    </div>
  );
}
