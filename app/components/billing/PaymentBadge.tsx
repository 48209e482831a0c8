import { useTranslation } from 'react-i18next';
import { Badge } from '../ui/Badge';

export function PaymentBadge({ isPaid }: { isPaid: boolean }) {
  const { t } = useTranslation('billing');
  return (
    <Badge tone={isPaid ? 'green' : 'grey'} icon={isPaid ? 'check' : 'clock'}>
      {t(isPaid ? 'orders.paid' : 'orders.unpaid')}
    </Badge>
  );
}
