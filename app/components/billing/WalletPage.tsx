import { useTranslation } from 'react-i18next';
import type { PaymentMethod } from '@/app/domain/billing/payments/payment-method';
import { SPENDABLE_ACCOUNTS } from '@/app/domain/billing/wallet/accounts';
import type { WalletQuery } from '@/app/domain/billing/wallet/wallet-query';
import { formatDuration } from '@/app/domain/format/format-duration';
import { Alert } from '../ui/Alert';
import { Card } from '../ui/Card';
import { ErrorSummary } from '../ui/ErrorSummary';
import { useFormProblem } from '../ui/form-problem';
import { Pager, type PagerLinks } from '../ui/Pager';
import { Amount } from './BalanceCard';
import { CreditsCard } from './CreditsCard';
import { type CurrentPlan, PlanCard } from './PlanCard';
import { PlansCard } from './PlansCard';
import { TrialCard } from './TrialCard';
import styles from './WalletPage.module.css';
import { AwaitedPayment, MovementTable, type MovementView, OrderTable, type OrderView } from './WalletTables';

const SHOWN = [...SPENDABLE_ACCOUNTS, 'reserved'] as const;
const PARTS = ['trial', 'granted', 'subscription', 'bought', 'reserved'] as const;

interface WalletPageProps {
  shown: WalletQuery;
  sale: { isOpen: boolean; isTest: boolean; methods: PaymentMethod[]; proContactUrl: string | null };
  /** In ms, by ledger account. */
  balances: Record<(typeof SHOWN)[number], number>;
  /** Part of the trial's balance. */
  grantedMs: number;
  plan: CurrentPlan | null;
  /** The trial's limit on a file's duration applies. */
  isFileLimited: boolean;
  orders: OrderView[];
  orderPager: PagerLinks;
  movements: MovementView[];
  movementPager: PagerLinks;
}

export function WalletPage(page: WalletPageProps) {
  const { shown, sale, plan } = page;
  const { t } = useTranslation('billing');
  const { intent } = useFormProblem().values;
  return (
    <>
      <h1>{t('title')}</h1>
      {intent === 'portal' && <ErrorSummary />}
      {sale.isTest && <Alert kind="info">{t('test.notice')}</Alert>}
      {page.orders
        .filter(({ state }) => state === 'awaiting')
        .map((order) => (
          <AwaitedPayment key={order.publicId} order={order} />
        ))}
      <div className={styles.columns}>
        <div className={styles.stack}>
          <AccountBalancesCard balances={page.balances} grantedMs={page.grantedMs} />
          {plan ? <PlanCard plan={plan} /> : <TrialCard isFileLimited={page.isFileLimited} />}
        </div>
        {sale.isOpen && <CreditsCard hours={shown.hours} methods={sale.methods} />}
      </div>
      {sale.isOpen && (
        <PlansCard shown={shown} currentPriceId={plan?.priceId ?? null} proContactUrl={sale.proContactUrl} />
      )}
      <Card id="orders-title" title={t('orders.title')}>
        {page.orders.length > 0 ? <OrderTable orders={page.orders} /> : <p>{t('orders.empty')}</p>}
        <Pager links={page.orderPager} />
      </Card>
      <Card id="movements-title" title={t('movements.title')}>
        {page.movements.length > 0 ? (
          <MovementTable movements={page.movements} />
        ) : (
          <p>{t('movements.empty')}</p>
        )}
        <Pager links={page.movementPager} />
        <p>
          <a href="/wallet/movements" download>
            {t('movements.download')}
          </a>
        </p>
      </Card>
    </>
  );
}

function AccountBalancesCard({ balances, grantedMs }: Pick<WalletPageProps, 'balances' | 'grantedMs'>) {
  const { t } = useTranslation('billing');
  const totalMs = SPENDABLE_ACCOUNTS.reduce((sum, account) => sum + balances[account], 0);
  const parts = { granted: grantedMs, ...balances, trial: balances.trial - grantedMs };
  return (
    <Card id="balance-title" title={t('balance.title')}>
      <Amount ms={totalMs} />
      <dl className={styles.accounts}>
        {PARTS.filter((part) => parts[part] > 0).map((part) => (
          <div key={part}>
            <dt>{t(`account.${part}`)}</dt>
            <dd>{formatDuration(parts[part])}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.order}>{t('order')}</p>
    </Card>
  );
}
