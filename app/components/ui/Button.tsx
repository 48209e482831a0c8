import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import styles from './Button.module.css';

export type ButtonKind = 'primary' | 'quiet' | 'danger';

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind;
  /** Label while the form is being submitted; only with scripts. */
  busyLabel?: string;
}

export function Button({ kind = 'primary', busyLabel, type = 'submit', ...rest }: ButtonProps) {
  return <button type={type} className={styles[kind]} data-busy-label={busyLabel} {...rest} />;
}

export interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  kind?: ButtonKind;
  href: string;
}

/** Link styled as a button. For navigation only, never for an action. */
export function ButtonLink({ kind = 'primary', children, ...rest }: ButtonLinkProps) {
  return (
    <a className={styles[kind]} {...rest}>
      {children}
    </a>
  );
}
