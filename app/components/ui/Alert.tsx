import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import type { Tone } from './Badge';
import { Icon, type IconName } from './Icon';

type AlertKind = 'info' | 'success' | 'warning' | 'error';

const ALERT_STYLES: Record<AlertKind, { tone: Tone; icon: IconName }> = {
  info: { tone: 'blue', icon: 'info' },
  success: { tone: 'green', icon: 'circle-check' },
  warning: { tone: 'yellow', icon: 'triangle-alert' },
  error: { tone: 'red', icon: 'circle-x' },
};

export function Alert({ kind, children }: { kind: AlertKind; children: ReactNode }) {
  const { tone, icon } = ALERT_STYLES[kind];
  return (
    <div className={styles.notice} data-tone={tone}>
      <Icon name={icon} />
      <div>{children}</div>
    </div>
  );
}

export interface ToastMessage {
  kind: AlertKind;
  text: string;
}

/** Toast: highlighted for 5 seconds, then stays readable in its place. */
export function Toast({ kind, text }: ToastMessage) {
  const { tone, icon } = ALERT_STYLES[kind];
  return (
    <output className={styles.toast} data-tone={tone} data-toast>
      <Icon name={icon} />
      <span>{text}</span>
    </output>
  );
}
