import { useTranslation } from 'react-i18next';
import { buyHoursAt } from '@/app/domain/wallet/missing-hours';

/** Leads to the wallet with exactly the hours chosen that are missing. */
export function BuyHoursLink({ hours }: { hours: number }) {
  const { t } = useTranslation('transcription');
  return <a href={buyHoursAt(hours)}>{t('buyMissing', { count: hours })}</a>;
}
