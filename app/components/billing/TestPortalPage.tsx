import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './TestCheckout.module.css';

interface TestPortalPageProps {
  subscriptions: { orderId: string; name: string; cancelsAt: Date | null }[];
}

export function TestPortalPage({ subscriptions }: TestPortalPageProps) {
  const { t } = useTranslation('billing');
  return (
    <section className={styles.page} aria-labelledby="portal-title">
      <h1 id="portal-title">{t('test.portal')}</h1>
      <Alert kind="warning">{t('test.mode')}</Alert>
      <ErrorSummary />
      {subscriptions.length === 0 && <p>{t('test.noSubscription')}</p>}
      {subscriptions.map(({ orderId, name, cancelsAt }) => (
        <PostForm key={orderId} className={styles.buttons} intent={cancelsAt ? 'resume' : 'end'}>
          <input type="hidden" name="order" value={orderId} />
          <h2>{name}</h2>
          {cancelsAt && (
            <p>
              {t('plan.cancels')} <DateTime at={cancelsAt} />.
            </p>
          )}
          <Button kind={cancelsAt ? 'quiet' : 'danger'}>
            {t(cancelsAt ? 'test.resume' : 'test.end')}
            <span className="visually-hidden"> {name}</span>
          </Button>
        </PostForm>
      ))}
      <p>
        <a href="/wallet">{t('test.back')}</a>
      </p>
    </section>
  );
}
