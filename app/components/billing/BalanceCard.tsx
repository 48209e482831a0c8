import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/app/domain/format/format-duration';
import { ButtonLink } from '../ui/Button';
import { Card } from '../ui/Card';
import { useSells } from '../ui/sales';
import styles from './BalanceCard.module.css';

interface BalanceCardProps {
  /** Null where any number of minutes may be used. */
  balanceMs: number | null;
}

export function BalanceCard({ balanceMs }: BalanceCardProps) {
  const { t } = useTranslation('billing');
  const sells = useSells();
  if (balanceMs === null) return null;
  if (!sells) {
    return (
      <Card id="balance-title" title={t('month.title')}>
        <Amount ms={balanceMs} />
        <p className={styles.use}>{t('month.use')}</p>
      </Card>
    );
  }
  return (
    <Card id="balance-title" title={t('balance.title')}>
      <Amount ms={balanceMs} />
      <p className={styles.use}>{t('balance.use')}</p>
      <p>
        <ButtonLink kind="quiet" href="/wallet">
          {t('balance.credits')}
        </ButtonLink>
      </p>
    </Card>
  );
}

export function Amount({ ms, children }: { ms: number; children?: ReactNode }) {
  return (
    <p className={styles.amount}>
      {formatDuration(ms)} {children}
    </p>
  );
}
