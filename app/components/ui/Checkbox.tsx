import { type ReactNode, useContext } from 'react';
import { descriptionOf, FieldError } from './Field';
import styles from './Field.module.css';
import { FormProblemContext } from './form-problem';

interface CheckboxProps {
  name: string;
  label: ReactNode;
  checked?: boolean;
  required?: boolean;
}

/** Posts 'on' when checked, nothing otherwise. */
export function Checkbox({ name, label, checked, required }: CheckboxProps) {
  const { errors, values } = useContext(FormProblemContext);
  const error = errors[name];
  const isSubmitted = Object.keys(values).length > 0;
  return (
    <div className={styles.choice}>
      <input
        type="checkbox"
        id={name}
        name={name}
        defaultChecked={isSubmitted ? values[name] === 'on' : checked}
        required={required}
        {...descriptionOf({ name, error })}
      />
      <label htmlFor={name}>{label}</label>
      {error && <FieldError name={name}>{error}</FieldError>}
    </div>
  );
}
