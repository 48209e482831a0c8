import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { mark } from '@/app/islands/ui/part.contract';
import { TOAST } from '@/app/islands/ui/ui.contract';
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

/**
 * A toast. With scripts it lies over the page and leaves after 5 seconds, but not under the pointer or the focus;
 * without, it stands above the page's content until the next page.
 */
export function Toast({ kind, text }: ToastMessage) {
  const { t } = useTranslation('common');
  const { tone, icon } = ALERT_STYLES[kind];
  return (
    <output className={styles.toast} data-tone={tone} {...mark(TOAST.root)}>
      <Icon name={icon} />
      <span {...mark(TOAST.text)}>{text}</span>
      <button type="button" {...mark(TOAST.close)} aria-label={t('toast.dismiss')} hidden />
    </output>
  );
}
