import { useTranslation } from 'react-i18next';
import { TRIAL_CREDIT_MS, TRIAL_FILE_MS } from '@/app/domain/billing/wallet/accounts';
import { formatDuration } from '@/app/domain/format/format-duration';
import { Card } from '../ui/Card';

/** The plan of whoever has no subscription, and what it includes. */
export function TrialCard({ isFileLimited }: { isFileLimited: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <Card id="plan-title" title={t('plan.yours', { name: t('plan.trial') })}>
      <p>{t('plan.trial.minutes', { minutes: formatDuration(TRIAL_CREDIT_MS) })}</p>
      <p>
        {isFileLimited
          ? t('plan.trial.files', { length: formatDuration(TRIAL_FILE_MS) })
          : t('plan.trial.unlimited')}
      </p>
    </Card>
  );
}
