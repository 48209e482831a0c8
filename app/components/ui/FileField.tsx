import type { ReactNode } from 'react';
import { Field } from './Field';
import styles from './Field.module.css';

interface FileFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  /** File extensions with their dot, and media types. */
  accept: readonly string[];
  multiple?: boolean;
}

export function FileField({ accept, ...field }: FileFieldProps) {
  return <Field {...field} type="file" accept={accept.join(',')} required className={styles.file} />;
}
