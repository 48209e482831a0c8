import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { Icon } from '../ui/Icon';
import { Notice } from '../ui/Notice';
import styles from './TranscriptPage.module.css';

export interface TranscriptHeadProps {
  title: string;
  /** Read by the demonstration model: its text is not to be trusted. */
  isDemoModel: boolean;
  /** What there is to know about the recording, as items of a list. */
  children: ReactNode;
}

/** The way back, the title and what there is to know, above a text that is finished or not. */
export function TranscriptHead({ title, isDemoModel, children }: TranscriptHeadProps) {
  const { t } = useTranslation('transcript');
  return (
    <>
      <header className={styles.head}>
        <a href="/transcriptions">
          <Icon name="arrow-left" /> {t('back')}
        </a>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <ul>{children}</ul>
      </header>
      {isDemoModel && (
        <Notice kind="warning">
          <p>{t('demo')}</p>
        </Notice>
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
