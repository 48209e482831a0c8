import type { ReactNode } from 'react';
import { descriptionOf, FieldError } from '../ui/Field';
import { useField } from '../ui/form-problem';
import styles from './RadioGroup.module.css';

interface RadioGroupProps {
  name: string;
  legend: ReactNode;
  value?: string | undefined;
  options: readonly { value: string; label: string }[];
}

export function RadioGroup({ legend, options, ...field }: RadioGroupProps) {
  const { name, error, value } = useField(field);
  return (
    <fieldset className={styles.group}>
      <legend>{legend}</legend>
      {options.map((option, index) => (
        <label key={option.value} className={styles.option}>
          {/* The first one has the group's name as its id, so that a link to the field leads to it. */}
          <input
            type="radio"
            id={index === 0 ? name : undefined}
            name={name}
            value={option.value}
            defaultChecked={option.value === value}
            required
            {...descriptionOf({ name, error })}
          />
          {option.label}
        </label>
      ))}
      {error && <FieldError name={name}>{error}</FieldError>}
    </fieldset>
  );
}
