import type { ReactNode } from 'react';
import styles from './Menu.module.css';

interface MenuProps {
  /** Unique on the page. */
  id: string;
  /** What the button shows. */
  label: ReactNode;
  /** Names a button that shows no text. */
  name?: string;
  buttonClass?: string | undefined;
  children: ReactNode;
}

/** A button and the popover that it opens, with or without scripts: a sheet at the lower edge of a phone. */
export function Menu({ id, label, name, buttonClass, children }: MenuProps) {
  return (
    <>
      <button type="button" className={buttonClass} aria-label={name} {...opens(id)}>
        {label}
      </button>
      <div id={id} className={styles.menu} data-island="menu" {...POPOVER}>
        {children}
      </div>
    </>
  );
}

/** React 18 has no types for popovers. */
const opens = (id: string) => ({ popovertarget: id });
const POPOVER = { popover: 'auto' };
