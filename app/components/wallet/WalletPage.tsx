import { useTranslation } from 'react-i18next';
import { formatMinutes } from '@/app/domain/format/format-duration';
import { SPENDABLE_ACCOUNTS } from '@/app/domain/wallet/accounts';
import { Card } from '../ui/Card';
import { Pager, type PagerLinks } from '../ui/Pager';
import { Amount } from './BalanceCard';
import { MovementTable, type MovementView } from './MovementTable';
import styles from './WalletPage.module.css';

const SHOWN = [...SPENDABLE_ACCOUNTS, 'reserved'] as const;

export interface WalletPageProps {
  /** In ms, by account. */
  balances: Record<(typeof SHOWN)[number], number>;
  /** Newest first. */
  movements: MovementView[];
  pager: PagerLinks;
}

/** What there is to spend and where it came from. */
export function WalletPage({ balances, movements, pager }: WalletPageProps) {
  const { t } = useTranslation('wallet');
  const totalMs = SPENDABLE_ACCOUNTS.reduce((sum, account) => sum + balances[account], 0);
  return (
    <>
      <h1>{t('title')}</h1>
      <div className={styles.columns}>
        <Card id="balance-title" title={t('balance.title')}>
          <Amount ms={totalMs} />
          <dl className={styles.accounts}>
            {SHOWN.filter((account) => balances[account] > 0).map((account) => (
              <div key={account}>
                <dt>{t(`account.${account}`)}</dt>
                <dd>{formatMinutes(balances[account])}</dd>
              </div>
            ))}
          </dl>
          <p className={styles.order}>{t('order')}</p>
        </Card>
        <Card id="movements-title" title={t('movements.title')}>
          {movements.length > 0 ? <MovementTable movements={movements} /> : <p>{t('movements.empty')}</p>}
          <Pager links={pager} />
        </Card>
      </div>
    </>
  );
}
