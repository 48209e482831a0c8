import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { formatPosition } from '@/app/domain/format/format-duration';
import { PRODUCT_NAME } from '@/app/domain/product';
import { SHARED_PAGE } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { RecordingPlayer, type RecordingPlayerProps } from '../transcript/RecordingPlayer';
import { UtteranceList } from '../transcript/UtteranceList';
import type { ShownUtterance } from '../transcript/UtteranceText';
import styles from './SharedTranscriptPage.module.css';

interface SharedTranscriptPageProps extends RecordingPlayerProps {
  title: string;
  durationMs: number;
  savedAt: Date;
  expiresAt: Date;
  hasAudio: boolean;
  utterances: ShownUtterance[];
}

export function SharedTranscriptPage(props: SharedTranscriptPageProps) {
  const { t } = useTranslation('sharing');
  return (
    <main className={styles.page} {...(props.hasAudio && mark(SHARED_PAGE.root))}>
      <header>
        <p className={styles.facts}>{t('shared.by', { product: PRODUCT_NAME })}</p>
        <h1>
          <bdi>{props.title}</bdi>
        </h1>
        <p className={styles.facts}>
          {t('shared.duration')} {formatPosition(props.durationMs)} · {t('shared.saved')}{' '}
          <DateTime at={props.savedAt} />
        </p>
        <p className={styles.facts}>
          {t('shared.current')} {t('shared.expires')} <DateTime at={props.expiresAt} />.
        </p>
      </header>
      {props.hasAudio && (
        <div className={styles.audio}>
          <RecordingPlayer {...props} />
        </div>
      )}
      <UtteranceList {...props} />
    </main>
  );
}
