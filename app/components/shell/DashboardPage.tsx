import { useTranslation } from 'react-i18next';
import { firstName } from '@/app/domain/format/user-name';
import { FIRST_RESULTS_ID } from '@/app/islands/upload/upload.contract';
import { BalanceCard } from '../billing/BalanceCard';
import { ModelBanner, type ModelState } from '../library/ModelBanner';
import { ButtonLink } from '../ui/Button';
import { Card } from '../ui/Card';
import { Icon } from '../ui/Icon';
import { SampleForm, UploadSection, type UploadSectionProps } from '../upload/UploadSection';
import styles from './DashboardPage.module.css';
import { type DeskProps, DeskSection } from './DeskSection';
import { FaqCard } from './FaqCard';
import { MeetCard, type MeetCardProps } from './MeetCard';

interface DashboardPageProps extends UploadSectionProps {
  userName: string;
  /** Null where any number of minutes may be used. */
  balanceMs: number | null;
  model: ModelState | null;
  desk: DeskProps;
  /** Null on trial. */
  meet: MeetCardProps | null;
}

export function DashboardPage({ userName, balanceMs, model, desk, meet, ...uploads }: DashboardPageProps) {
  const { t } = useTranslation('shell');
  const isNewcomer = desk.rows.length === 0;
  return (
    <>
      <header className={styles.welcome}>
        <h1>
          {t('dashboard.welcome')} <bdi>{firstName(userName)}</bdi>
        </h1>
        {isNewcomer ? (
          <p>{t('dashboard.intro')}</p>
        ) : (
          <ButtonLink href="#upload-title">
            <Icon name="plus" /> {t('dashboard.upload')}
          </ButtonLink>
        )}
      </header>
      {model && <ModelBanner {...model} />}
      <div className={styles.cards}>
        {isNewcomer ? <div id={FIRST_RESULTS_ID} data-refreshed hidden /> : <DeskSection {...desk} />}
        <div className={styles.column}>
          <Card id="upload-title" title={t('dashboard.upload')}>
            <UploadSection {...uploads} />
            <SampleForm />
          </Card>
        </div>
        <div className={styles.column}>
          <BalanceCard balanceMs={balanceMs} />
          {meet ? (
            <MeetCard {...meet} />
          ) : (
            <FaqCard isFolded={desk.rows.some(({ status }) => status === 'succeeded')} />
          )}
        </div>
      </div>
    </>
  );
}
