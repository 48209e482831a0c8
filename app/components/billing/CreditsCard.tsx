import { useTranslation } from 'react-i18next';
import { CURRENCY, HOURS } from '@/app/domain/billing/payments/catalogue';
import { CUSTOM_QUANTITY } from '@/app/domain/billing/payments/forms';
import { formatMoney } from '@/app/domain/format/format-money';
import { Button } from '../ui/Button';
import { Card } from '../ui/Card';
import { Field, type FormErrors } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import styles from './CreditsCard.module.css';

export interface CreditsCardProps {
  submissionId: string;
  /** Hours that are preselected. */
  hours: number;
  values: { quantity?: string; customQuantity?: string };
  errors: FormErrors<'customQuantity'>;
}

const isWide = (hours: number) => !(HOURS.narrowChoices as readonly number[]).includes(hours);

/** Purchase of hours. Each choice shows its price; with scripts the total follows the custom quantity. */
export function CreditsCard({ submissionId, hours, values, errors }: CreditsCardProps) {
  const { t } = useTranslation('billing');
  const isOffered = (HOURS.choices as readonly number[]).includes(hours);
  const chosen = values.quantity ?? (isOffered ? String(hours) : CUSTOM_QUANTITY);
  const price = (count: number) => formatMoney(count * HOURS.priceCents, CURRENCY);
  return (
    <Card id="credits-title" title={t('credits.title')}>
      <p>{t('credits.what', { price: price(1) })}</p>
      <PostForm
        className={styles.form}
        noValidate
        submissionId={submissionId}
        intent="hours"
        errors={errors}
        islands="total"
      >
        <input type="hidden" name="productId" value={HOURS.id} />
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
              <span className={styles.price}>{price(count)}</span>
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
            value={values.customQuantity ?? (isOffered ? '' : String(hours))}
            error={errors.customQuantity}
            data-cents={HOURS.priceCents}
          />
        </div>
        <p className={styles.total} hidden data-total>
          {t('credits.total')} <output />
        </p>
        <Button busyLabel={t('credits.busy')}>{t('credits.submit')}</Button>
      </PostForm>
    </Card>
  );
}
