import { useTranslation } from 'react-i18next';
import { firstName } from '@/app/domain/format/user-name';
import { BalanceCard } from '../billing/BalanceCard';
import { ModelBanner, type ModelState } from '../library/ModelBanner';
import { VideoLink } from '../transcription/VideoLink';
import { Card } from '../ui/Card';
import { SampleForm } from '../upload/SampleForm';
import { UnfinishedUploads, type UnfinishedUploadsProps } from '../upload/UnfinishedUploads';
import { UploadForm, type UploadFormProps } from '../upload/UploadForm';
import styles from './DashboardPage.module.css';
import { FaqCard } from './FaqCard';

export interface DashboardPageProps {
  userName: string;
  limits: UploadFormProps['limits'];
  unfinishedUploads: UnfinishedUploadsProps['uploads'];
  hasVideos: boolean;
  balanceMs: number;
  model: ModelState | null;
}

export function DashboardPage({
  userName,
  limits,
  unfinishedUploads,
  hasVideos,
  balanceMs,
  model,
}: DashboardPageProps) {
  const { t } = useTranslation('shell');
  return (
    <>
      <header className={styles.welcome}>
        <h1>
          {t('dashboard.welcome')} <bdi>{firstName(userName)}</bdi>
        </h1>
        <p>{t('dashboard.intro')}</p>
      </header>
      {model && <ModelBanner {...model} />}
      <div className={styles.cards}>
        <Card id="upload-title" title={t('dashboard.upload')}>
          <UnfinishedUploads uploads={unfinishedUploads} />
          <UploadForm limits={limits} />
          {hasVideos && <VideoLink />}
          <SampleForm />
        </Card>
        <div className={styles.column}>
          <BalanceCard balanceMs={balanceMs} />
          <FaqCard />
        </div>
      </div>
    </>
  );
}
