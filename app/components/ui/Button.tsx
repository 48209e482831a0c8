import type { AnchorHTMLAttributes, ButtonHTMLAttributes } from 'react';
import { mark, type Part } from '@/app/islands/ui/part.contract';
import { COPY_BUTTON } from '@/app/islands/ui/ui.contract';
import styles from './Button.module.css';

export type ButtonKind = 'primary' | 'quiet' | 'danger';

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind | undefined;
  /** Label while the form is being submitted; only with scripts. */
  busyLabel?: string;
}

export function Button({ kind = 'primary', busyLabel, type = 'submit', ...rest }: ButtonProps) {
  return <button type={type} className={styles[kind]} data-busy-label={busyLabel} {...rest} />;
}

/** Button that an island finds. */
export function PartButton({ part, ...button }: Omit<ButtonProps, 'part'> & { part: Part<string, never> }) {
  return <Button type="button" kind="quiet" {...mark(part)} {...button} />;
}

/** Copies the field whose id is `copies`; only with scripts. */
export function CopyButton({ label, ...texts }: { copies: string; label: string; doneLabel: string }) {
  return (
    <Button type="button" kind="quiet" hidden {...mark(COPY_BUTTON.root, texts)}>
      {label}
    </Button>
  );
}

interface ButtonLinkProps extends AnchorHTMLAttributes<HTMLAnchorElement> {
  kind?: ButtonKind | undefined;
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
