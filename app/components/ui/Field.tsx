import type { InputHTMLAttributes, ReactNode } from 'react';
import styles from './Field.module.css';
import { useField } from './form-problem';
import { Icon } from './Icon';

/** Validation messages in the interface language, by field name; `form` is for the whole form. */
export type FormErrors<Name extends string = string> = Partial<Record<Name | 'form', string>>;

interface FieldFrameProps {
  name: string;
  label: ReactNode;
  hint?: ReactNode;
  error?: string | undefined;
  children: ReactNode;
}

/** Attributes of a control that name its hint and error. */
export function descriptionOf({ name, hint, error }: Pick<FieldFrameProps, 'name' | 'hint' | 'error'>) {
  const ids = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean);
  return { 'aria-invalid': error ? true : undefined, 'aria-describedby': ids.join(' ') || undefined };
}

export function FieldFrame({ name, label, hint, error, children }: FieldFrameProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={name}>{label}</label>
      {hint && (
        <p id={`${name}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {children}
      {error && <FieldError name={name}>{error}</FieldError>}
    </div>
  );
}

/** Search text, sent as `q`. */
export function SearchField({
  label,
  value,
  error,
  ...input
}: Pick<FieldProps, 'label' | 'value' | 'error' | 'autoFocus'>) {
  return (
    <input
      type="search"
      name="q"
      id="q"
      maxLength={255}
      defaultValue={value}
      className={styles.input}
      placeholder={label}
      aria-label={label}
      {...input}
      {...descriptionOf({ name: 'q', error })}
    />
  );
}

export function FieldError({ name, children }: { name: string; children: string }) {
  return (
    <p id={`${name}-error`} className={styles.error}>
      <Icon name="triangle-alert" /> {children}
    </p>
  );
}

export interface FieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'name' | 'id' | 'value'> {
  name: string;
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  value?: string | undefined;
}

export function Field({ label, hint, className = styles.input, ...field }: FieldProps) {
  const { name, error, value, ...input } = useField(field);
  return (
    <FieldFrame name={name} label={label} hint={hint} error={error}>
      <input
        {...input}
        id={name}
        name={name}
        defaultValue={value}
        className={className}
        {...descriptionOf({ name, hint, error })}
      />
    </FieldFrame>
  );
}

/** Accepts file extensions with their dot, and media types. */
export function FileField({ accept, ...field }: Omit<FieldProps, 'accept'> & { accept: readonly string[] }) {
  return <Field {...field} type="file" accept={accept.join(',')} required className={styles.file} />;
}
