import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatDuration } from '@/app/domain/format/format-duration';
import { ButtonLink } from '../ui/Button';
import { Card } from '../ui/Card';
import styles from './BalanceCard.module.css';

export function BalanceCard({ balanceMs }: { balanceMs: number }) {
  const { t } = useTranslation('billing');
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
