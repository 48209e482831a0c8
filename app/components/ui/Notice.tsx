import type { ReactNode } from 'react';
import type { Tone } from './Badge';
import { Icon, type IconName } from './Icon';
import styles from './Notice.module.css';

export type NoticeKind = 'info' | 'success' | 'warning' | 'error';

const LOOKS: Record<NoticeKind, { tone: Tone; icon: IconName }> = {
  info: { tone: 'blue', icon: 'info' },
  success: { tone: 'green', icon: 'circle-check' },
  warning: { tone: 'yellow', icon: 'triangle-alert' },
  error: { tone: 'red', icon: 'circle-x' },
};

/** Inline alert box. */
export function Notice({ kind, children }: { kind: NoticeKind; children: ReactNode }) {
  const { tone, icon } = LOOKS[kind];
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

export interface ToastMessage {
  kind: NoticeKind;
  /** In the interface language. */
  text: string;
}

/** Toast: highlighted for 5 seconds, then stays readable in its place. */
export function Toast({ kind, text }: ToastMessage) {
  const { tone, icon } = LOOKS[kind];
  return (
    <output className={styles.toast} data-tone={tone} data-toast>
      <Icon name={icon} />
      <span>{text}</span>
    </output>
  );
}
