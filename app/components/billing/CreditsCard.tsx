import { useTranslation } from 'react-i18next';
import { CURRENCY, HOURS } from '@/app/domain/billing/payments/catalogue';
import { CUSTOM_QUANTITY } from '@/app/domain/billing/payments/forms';
import type { PaymentMethod } from '@/app/domain/billing/payments/payment-method';
import { formatMoney } from '@/app/domain/format/format-money';
import { Button } from '../ui/Button';
import { Card } from '../ui/Card';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { useField, useFormProblem } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import styles from './CreditsCard.module.css';

const isWide = (hours: number) => !(HOURS.narrowChoices as readonly number[]).includes(hours);
const isOffered = (hours: number) => (HOURS.choices as readonly number[]).includes(hours);
const priceOf = (hours: number) => formatMoney(hours * HOURS.priceCents, CURRENCY);

interface CreditsCardProps {
  hours: number;
  /** Ways to pay that are named; none while they are unknown. */
  methods: PaymentMethod[];
}

export function CreditsCard({ hours, methods }: CreditsCardProps) {
  const { t, i18n } = useTranslation('billing');
  const list = new Intl.ListFormat(i18n.language, { type: 'disjunction' });
  const { intent } = useFormProblem().values;
  return (
    <Card id="credits-title" title={t('credits.title')}>
      <p>{t('credits.what', { price: priceOf(1) })}</p>
      <PostForm className={styles.form} noValidate intent="hours" islands="total">
        {intent === 'hours' && <ErrorSummary />}
        <input type="hidden" name="productId" value={HOURS.id} />
        <HoursChoice hours={hours} />
        <div className={styles.custom}>
          <Field
            name="customQuantity"
            type="number"
            inputMode="numeric"
            min={1}
            max={HOURS.most}
            step={1}
            label={t('credits.customLabel')}
            hint={t('credits.customHint')}
            value={isOffered(hours) ? '' : String(hours)}
            data-cents={HOURS.priceCents}
          />
        </div>
        <p className={styles.total} hidden data-total>
          {t('credits.total')} <output />
        </p>
        {methods.length > 0 && (
          <p>{t('credits.methods', { list: list.format(methods.map((method) => t(`method.${method}`))) })}</p>
        )}
        <Button busyLabel={t('credits.busy')}>{t('credits.submit')}</Button>
      </PostForm>
    </Card>
  );
}

function HoursChoice({ hours }: { hours: number }) {
  const { t } = useTranslation('billing');
  const preselected = isOffered(hours) ? String(hours) : CUSTOM_QUANTITY;
  const { value: chosen } = useField({ name: 'quantity', value: preselected });
  return (
    <fieldset className={styles.choices}>
      <legend>{t('credits.howMany')}</legend>
      {HOURS.choices.map((count) => (
        <label key={count} className={styles.choice} data-wide={isWide(count) || undefined}>
          <input
            type="radio"
            name="quantity"
            value={count}
            defaultChecked={chosen === String(count)}
            data-cents={count * HOURS.priceCents}
          />
          <span>{t('credits.hours', { count })}</span>
          <span className={styles.price}>{priceOf(count)}</span>
        </label>
      ))}
      <label className={styles.choice}>
        <input
          type="radio"
          name="quantity"
          value={CUSTOM_QUANTITY}
          defaultChecked={chosen === CUSTOM_QUANTITY}
        />
        <span>{t('credits.custom')}</span>
      </label>
    </fieldset>
  );
}
