import { useTranslation } from 'react-i18next';
import { CURRENCY } from '@/app/domain/billing/payments/catalogue';
import { formatMoney } from '@/app/domain/format/format-money';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { PaymentBadge } from './PaymentBadge';
import styles from './TestCheckout.module.css';

interface TestCheckoutPageProps {
  checkout: {
    name: string;
    quantity: number;
    amountCents: number;
    isSubscription: boolean;
    status: 'open' | 'paid' | 'expired';
  };
}

export function TestCheckoutPage({ checkout }: TestCheckoutPageProps) {
  const { t } = useTranslation('billing');
  const { name, quantity, amountCents, status } = checkout;
  return (
    <section className={styles.page} aria-labelledby="checkout-title">
      <h1 id="checkout-title">{t(status === 'paid' ? 'test.receipt' : 'test.title')}</h1>
      <Alert kind="warning">{t('test.mode')}</Alert>
      <dl className={styles.bill}>
        <div>
          <dt>{quantity > 1 ? `${quantity} × ${name}` : name}</dt>
          <dd>{formatMoney(amountCents, CURRENCY)}</dd>
        </div>
        <div>
          <dt>{t('credits.total')}</dt>
          <dd>
            <strong>{formatMoney(amountCents, CURRENCY)}</strong>
          </dd>
        </div>
      </dl>
      {status === 'open' ? (
        <PostForm className={styles.buttons}>
          <ErrorSummary />
          <Button name="intent" value="pay">
            {t('test.pay')}
          </Button>
          <Button kind="quiet" name="intent" value="cancel">
            {t('test.cancel')}
          </Button>
        </PostForm>
      ) : (
        <>
          <p>
            <PaymentBadge isPaid={status === 'paid'} />
          </p>
          <p>
            <a href="/wallet">{t('test.back')}</a>
          </p>
        </>
      )}
    </section>
  );
}
