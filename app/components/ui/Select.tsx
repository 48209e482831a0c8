import type { ReactNode } from 'react';
import { descriptionOf, FieldFrame } from './Field';
import styles from './Field.module.css';
import { useField } from './form-problem';

interface SelectProps {
  name: string;
  /** Needed where the name is not unique in the page, as in a dialog over another form. */
  id?: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value: string;
  options: readonly { value: string; label: string }[];
}

export function Select({ label, hint, options, ...field }: SelectProps) {
  const { name, id = name, error, value } = useField(field);
  return (
    <FieldFrame name={id} label={label} hint={hint} error={error}>
      <select
        id={id}
        name={name}
        defaultValue={value}
        className={styles.input}
        {...descriptionOf({ name: id, hint, error })}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}
