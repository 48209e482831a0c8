import type { ReactNode } from 'react';
import { describedBy, FieldError } from './Field';
import styles from './Field.module.css';

export interface CheckboxProps {
  name: string;
  label: ReactNode;
  error?: string;
  checked?: boolean;
  required?: boolean;
}

/** Posts 'on' when checked, nothing otherwise. */
export function Checkbox({ name, label, error, checked, required }: CheckboxProps) {
  return (
    <div className={styles.choice}>
      <input
        type="checkbox"
        id={name}
        name={name}
        defaultChecked={checked}
        required={required}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy({ name, error })}
      />
      <label htmlFor={name}>{label}</label>
      {error && <FieldError name={name}>{error}</FieldError>}
    </div>
  );
}
