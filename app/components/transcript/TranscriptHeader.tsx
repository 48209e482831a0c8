import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { Alert } from '../ui/Alert';
import { BackLink } from '../ui/Icon';
import styles from './TranscriptPage.module.css';

interface TranscriptHeaderProps {
  title: string;
  /** Recognized by the demonstration model, whose text is unreliable. */
  isDemoModel: boolean;
  children: ReactNode;
}

export function TranscriptHeader({ title, isDemoModel, children }: TranscriptHeaderProps) {
  const { t } = useTranslation('transcript');
  return (
    <>
      <header className={styles.head}>
        <BackLink href="/transcriptions">{t('back')}</BackLink>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <ul>{children}</ul>
      </header>
      {isDemoModel && (
        <Alert kind="warning">
          <p>{t('demo')}</p>
        </Alert>
      )}
    </>
  );
}

export function Duration({ ms }: { ms: number }) {
  const { t } = useTranslation('transcript');
  return (
    <li>
      {t('duration')} <span className={styles.time}>{formatPosition(ms)}</span>
    </li>
  );
}
