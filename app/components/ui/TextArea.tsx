import type { ReactNode } from 'react';
import { descriptionOf, FieldFrame } from './Field';
import styles from './Field.module.css';
import { useField } from './form-problem';

interface TextAreaProps {
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value?: string | undefined;
  rows?: number;
  maxLength?: number;
  required?: boolean;
}

export function TextArea({ label, hint, rows = 5, ...field }: TextAreaProps) {
  const { name, error, value, ...textarea } = useField(field);
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <textarea
        {...textarea}
        id={name}
        name={name}
        rows={rows}
        defaultValue={value}
        className={styles.input}
        {...descriptionOf({ name, hint, error })}
      />
    </FieldFrame>
  );
}
