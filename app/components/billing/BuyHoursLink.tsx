import { useTranslation } from 'react-i18next';
import { buyHoursHref } from '@/app/domain/billing/wallet/hours-to-buy';

export function BuyHoursLink({ hours }: { hours: number }) {
  const { t } = useTranslation('transcription');
  return <a href={buyHoursHref(hours)}>{t('buyMissing', { count: hours })}</a>;
}
