import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { formatDuration } from '@/app/domain/format/format-duration';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Card } from '../ui/Card';
import { PostForm } from '../ui/PostForm';

export interface CurrentPlan {
  priceId: string;
  isPastDue: boolean;
  /** End of a cancelled subscription; null while it renews. */
  cancelsAt: Date | null;
  /** End of the paid month; null until a month is paid. */
  monthEnd: Date | null;
  monthMs: number;
  leftMs: number;
  warning: 80 | 100 | null;
}

export function PlanCard({ plan }: { plan: CurrentPlan }) {
  const { t } = useTranslation('billing');
  return (
    <Card id="plan-title" title={t('plan.yours', { name: t(`bill.${plan.priceId}`) })}>
      {plan.isPastDue && <Alert kind="warning">{t('plan.pastDue')}</Alert>}
      {plan.warning && <Alert kind="warning">{t(`usage.${plan.warning}`)}</Alert>}
      {plan.monthEnd && (
        <p>
          {t('plan.left', { left: formatDuration(plan.leftMs), month: formatDuration(plan.monthMs) })}{' '}
          {t('plan.until')} <DateTime at={plan.monthEnd} />.
        </p>
      )}
      {plan.cancelsAt && (
        <p>
          {t('plan.cancels')} <DateTime at={plan.cancelsAt} />.
        </p>
      )}
      <PostForm intent="portal">
        <Button kind="quiet" busyLabel={t('credits.busy')}>
          {t('plan.manage')}
        </Button>
      </PostForm>
    </Card>
  );
}
