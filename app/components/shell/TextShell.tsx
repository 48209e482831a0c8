import type { ReactNode } from 'react';
import type { ToastMessage } from '../ui/Alert';
import { PublicShell } from './PublicShell';
import styles from './TextShell.module.css';

/** Around pages to read, for who is not signed in. Its styles stay out of those of all pages. */
export function TextShell({ toast, children }: { toast: ToastMessage | null; children: ReactNode }) {
  return (
    <PublicShell toast={toast} className={styles.text}>
      {children}
    </PublicShell>
  );
}
