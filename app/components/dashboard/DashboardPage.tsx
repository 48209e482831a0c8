import { useTranslation } from 'react-i18next';
import { firstName } from '@/app/domain/format/person-name';
import { ModelNotice, type ModelState } from '../transcription/ModelNotice';
import { SampleForm } from '../transcription/SampleForm';
import { UnfinishedUploads, type UnfinishedUploadsProps } from '../transcription/UnfinishedUploads';
import { UploadForm, type UploadFormProps } from '../transcription/UploadForm';
import { Card } from '../ui/Card';
import { VideoLink } from '../video/VideoLink';
import { BalanceCard } from '../wallet/BalanceCard';
import styles from './DashboardPage.module.css';
import { FaqCard } from './FaqCard';

export interface DashboardPageProps {
  /** The full name of who is signed in. */
  userName: string;
  upload: UploadFormProps;
  unfinishedUploads: UnfinishedUploadsProps['uploads'];
  /** Whether videos of YouTube may be transcribed. */
  hasVideos: boolean;
  /** Identity of the form that transcribes the sample recording. */
  sampleSubmissionId: string;
  /** Transcription time that can still be spent, in ms. */
  balanceMs: number;
  /** Null with the full model in place, about which there is nothing to say. */
  model: ModelState | null;
}

/** Home: sending a recording, what is left to spend, and answers to first questions. */
export function DashboardPage({
  userName,
  upload,
  unfinishedUploads,
  hasVideos,
  sampleSubmissionId,
  balanceMs,
  model,
}: DashboardPageProps) {
  const { t } = useTranslation('dashboard');
  return (
    <>
      <header className={styles.welcome}>
        <h1>
          {t('welcome')} <bdi>{firstName(userName)}</bdi>
        </h1>
        <p>{t('intro')}</p>
      </header>
      {model && <ModelNotice {...model} />}
      <div className={styles.cards}>
        <Card id="upload-title" title={t('upload')}>
          <UnfinishedUploads uploads={unfinishedUploads} />
          <UploadForm {...upload} />
          {hasVideos && <VideoLink />}
          <SampleForm submissionId={sampleSubmissionId} />
        </Card>
        <div className={styles.column}>
          <BalanceCard balanceMs={balanceMs} />
          <FaqCard />
        </div>
      </div>
    </>
  );
}
