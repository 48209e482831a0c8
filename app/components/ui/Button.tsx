import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './Button.module.css';

export type ButtonKind = 'primary' | 'quiet' | 'danger';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  /** What the button says while its form is on the way, where scripts run. */
  busyLabel?: string;
}

export function Button({ kind = 'primary', busyLabel, type = 'submit', ...rest }: ButtonProps) {
  return <button type={type} className={styles[kind]} data-busy-label={busyLabel} {...rest} />;
}

export interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  kind?: ButtonKind;
  href: string;
}

/** A link that looks like a button: for going somewhere, never for doing something. */
export function ButtonLink({ kind = 'primary', children, ...rest }: ButtonLinkProps) {
  return (
    <a className={styles[kind]} {...rest}>
      {children}
    </a>
  );
}
