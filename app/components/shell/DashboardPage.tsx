import { useTranslation } from 'react-i18next';
import { firstName } from '@/app/domain/format/user-name';
import { BalanceCard } from '../billing/BalanceCard';
import { ModelBanner, type ModelState } from '../library/ModelBanner';
import { Card } from '../ui/Card';
import { SampleForm, UploadSection, type UploadSectionProps } from '../upload/UploadSection';
import styles from './DashboardPage.module.css';
import { FaqCard } from './FaqCard';

interface DashboardPageProps extends UploadSectionProps {
  userName: string;
  balanceMs: number;
  model: ModelState | null;
}

export function DashboardPage({ userName, balanceMs, model, ...uploads }: DashboardPageProps) {
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
          <UploadSection {...uploads} />
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
