import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { BILLING_INTERVALS, CURRENCY, PLANS, type Plan } from '@/app/domain/billing/payments/catalogue';
import { type WalletQuery, walletHref } from '@/app/domain/billing/wallet/wallet-query';
import { formatMoney } from '@/app/domain/format/format-money';
import { Badge } from '../ui/Badge';
import { Button, ButtonLink } from '../ui/Button';
import { Card } from '../ui/Card';
import { ErrorSummary } from '../ui/ErrorSummary';
import { useFormProblem } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import { Tabs } from '../ui/Tabs';
import styles from './PlansCard.module.css';

interface PlansCardProps {
  shown: WalletQuery;
  currentPriceId: string | null;
  proContactUrl: string | null;
}

export function PlansCard({ shown, currentPriceId, proContactUrl }: PlansCardProps) {
  const { t } = useTranslation('billing');
  const { intent } = useFormProblem().values;
  const billingHref = (billing: WalletQuery['billing']) => walletHref(shown, { billing }, 'plans-title');
  return (
    <Card id="plans-title" title={t('plans.title')}>
      {intent === 'subscription' && <ErrorSummary />}
      <Tabs
        label={t('plans.billing')}
        tabs={BILLING_INTERVALS.map((billing) => ({
          href: billingHref(billing),
          label: t(`plans.${billing}ly`),
        }))}
        current={billingHref(shown.billing)}
      />
      <div className={styles.plans}>
        {PLANS.map((plan) => (
          <PlanColumn key={plan.id} plan={plan} billing={shown.billing}>
            <PlanChoice plan={plan} billing={shown.billing} currentPriceId={currentPriceId} />
          </PlanColumn>
        ))}
        <section className={styles.plan} aria-labelledby="plan-pro">
          <h3 id="plan-pro">{t('plan.pro')}</h3>
          <p className={styles.price}>{t('plans.onRequest')}</p>
          <ul className={styles.gives}>
            <li>{t('plans.pro.hours')}</li>
            <li>{t('plans.pro.languages')}</li>
            <li>{t('plans.pro.discount')}</li>
          </ul>
          {proContactUrl && (
            <ButtonLink kind="quiet" href={proContactUrl} rel="noreferrer">
              {t('plans.pro.contact')}
            </ButtonLink>
          )}
        </section>
      </div>
      <p className={styles.terms}>{t('plans.terms')}</p>
    </Card>
  );
}

interface BilledPlan {
  plan: Plan;
  billing: WalletQuery['billing'];
}

function PlanColumn({ plan, billing, children }: BilledPlan & { children: ReactNode }) {
  const { t } = useTranslation('billing');
  const { cents } = plan.prices[billing];
  return (
    <section className={styles.plan} aria-labelledby={`plan-${plan.id}`}>
      <h3 id={`plan-${plan.id}`}>{t(`plan.${plan.id}`)}</h3>
      <p className={styles.price}>
        <s>
          <span className="visually-hidden">{t('plans.before')} </span>
          {t('plans.perMonth', { price: formatMoney(plan.crossedOutCents, CURRENCY) })}
        </s>
        <strong>{t(`plans.per.${billing}`, { price: formatMoney(cents, CURRENCY) })}</strong>
        {billing === 'year' && (
          <span>{t('plans.equals', { price: formatMoney(Math.ceil(cents / 12), CURRENCY) })}</span>
        )}
      </p>
      <ul className={styles.gives}>
        <li>{t('plans.hours', { count: plan.hoursPerMonth })}</li>
        <li>{t('plans.files')}</li>
      </ul>
      {children}
    </section>
  );
}

function PlanChoice({ plan, billing, currentPriceId }: BilledPlan & Pick<PlansCardProps, 'currentPriceId'>) {
  const { t } = useTranslation('billing');
  const { id: priceId } = plan.prices[billing];
  if (priceId === currentPriceId) {
    return (
      <p>
        <Badge tone="green" icon="check">
          {t('plans.yours')}
        </Badge>
      </p>
    );
  }
  const name = t(`plan.${plan.id}`);
  return (
    <PostForm intent={currentPriceId ? 'portal' : 'subscription'}>
      {!currentPriceId && (
        <>
          <input type="hidden" name="priceId" value={priceId} />
          <input type="hidden" name="quantity" value="1" />
        </>
      )}
      <Button kind="quiet" busyLabel={t('credits.busy')}>
        {t(currentPriceId ? 'plans.change' : 'plans.subscribe', { name })}
      </Button>
    </PostForm>
  );
}
