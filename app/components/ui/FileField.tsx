import type { ReactNode } from 'react';
import { Field } from './Field';
import styles from './Field.module.css';

export interface FileFieldProps {
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  /** File name endings with their dot, and media types. */
  accept: readonly string[];
  /** Several files may be picked. */
  multiple?: boolean;
}

/** Picks a file, or several; what is dropped on it is taken too. */
export function FileField({ accept, ...field }: FileFieldProps) {
  return <Field {...field} type="file" accept={accept.join(',')} required className={styles.file} />;
}
