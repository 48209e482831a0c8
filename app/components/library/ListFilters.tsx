import { useTranslation } from 'react-i18next';
import {
  countActiveFilters,
  DURATION_FILTERS,
  EMPTY_FIELDS,
  type FilterFields,
  listHref,
  PAGE_SIZES,
  PERIODS,
  SORTS,
  STATUS_FILTERS,
} from '@/app/domain/library/list-query';
import { Button, ButtonLink } from '../ui/Button';
import buttonStyles from '../ui/Button.module.css';
import { Checkbox } from '../ui/Checkbox';
import { Field, type FormErrors } from '../ui/Field';
import { Select } from '../ui/Select';
import styles from './ListTools.module.css';

export interface ListFiltersProps {
  fields: FilterFields;
  errors: FormErrors<keyof FilterFields>;
  limit: number;
  tags: string[];
}

export function ListFilters({ fields, errors, limit, tags }: ListFiltersProps) {
  const { t } = useTranslation('transcription');
  const count = countActiveFilters(fields);
  return (
    <details className={styles.filters} open={Object.keys(errors).length > 0}>
      <summary className={buttonStyles.quiet}>
        {t('filters')}
        {count > 0 && ` (${count})`}
      </summary>
      <form action="/transcriptions">
        {fields.sort !== SORTS[0] && <input type="hidden" name="sort" value={fields.sort} />}
        {limit !== PAGE_SIZES[0] && <input type="hidden" name="limit" value={limit} />}
        <Field name="title" label={t('filters.name')} value={fields.title} error={errors.title} />
        <Select
          name="status"
          label={t('filters.status')}
          value={fields.status}
          options={STATUS_FILTERS.map((value) => ({ value, label: t(`filters.status.${value || 'any'}`) }))}
        />
        <Select
          name="duration"
          label={t('filters.duration')}
          value={fields.duration}
          options={DURATION_FILTERS.map((value) => ({
            value,
            label: t(`filters.duration.${value || 'any'}`),
          }))}
        />
        <Select
          name="period"
          label={t('filters.period')}
          value={fields.period}
          options={PERIODS.map((value) => ({ value, label: t(`filters.period.${value}`) }))}
        />
        <div className={styles.dates}>
          <Field
            type="date"
            name="startDate"
            label={t('filters.from')}
            value={fields.startDate}
            error={errors.startDate}
          />
          <Field
            type="date"
            name="endDate"
            label={t('filters.until')}
            value={fields.endDate}
            error={errors.endDate}
          />
        </div>
        {tags.length > 0 && (
          <Select
            name="tag"
            label={t('filters.tag')}
            value={fields.tag}
            options={[
              { value: '', label: t('filters.anyTag') },
              ...tags.map((tag) => ({ value: tag, label: tag })),
            ]}
          />
        )}
        <Checkbox name="favourites" label={t('filters.favourites')} checked={fields.favourites !== ''} />
        <div className={styles.buttons}>
          <Button>{t('filters.apply')}</Button>
          <ButtonLink kind="quiet" href={listHref({ ...EMPTY_FIELDS, sort: fields.sort }, limit)}>
            {t('filters.clear')}
          </ButtonLink>
        </div>
      </form>
    </details>
  );
}
