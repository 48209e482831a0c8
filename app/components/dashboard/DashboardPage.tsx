import { useTranslation } from 'react-i18next';
import { firstName } from '@/app/domain/format/person-name';
import { ModelBanner, type ModelState } from '../transcription/ModelNotice';
import { SampleForm } from '../transcription/SampleForm';
import { UnfinishedUploads, type UnfinishedUploadsProps } from '../transcription/UnfinishedUploads';
import { UploadForm, type UploadFormProps } from '../transcription/UploadForm';
import { Card } from '../ui/Card';
import { VideoLink } from '../video/VideoLink';
import { BalanceCard } from '../wallet/BalanceCard';
import styles from './DashboardPage.module.css';
import { FaqCard } from './FaqCard';

export interface DashboardPageProps {
  /** Full name of the signed-in user. */
  userName: string;
  upload: UploadFormProps;
  unfinishedUploads: UnfinishedUploadsProps['uploads'];
  /** Transcription of YouTube videos is enabled. */
  hasVideos: boolean;
  /** Idempotency key of the form that transcribes the sample recording. */
  sampleSubmissionId: string;
  /** Remaining balance of transcription time. */
  balanceMs: number;
  /** Null when the full speech model is installed and needs no banner. */
  model: ModelState | null;
}

/** Home: upload form, balance and FAQ. */
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
      {model && <ModelBanner {...model} />}
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
