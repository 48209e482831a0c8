import { useTranslation } from 'react-i18next';
import { buyHoursHref } from '@/app/domain/billing/wallet/hours-to-buy';
import { useSells } from '../ui/sales';

/** Nothing where nothing is sold. */
export function BuyHoursLink({ hours }: { hours: number }) {
  const { t } = useTranslation('transcription');
  const sells = useSells();
  if (!sells) return null;
  return <a href={buyHoursHref(hours)}>{t('buyMissing', { count: hours })}</a>;
}
