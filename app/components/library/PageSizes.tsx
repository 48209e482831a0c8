import { useTranslation } from 'react-i18next';
import { type FilterFields, listHref, PAGE_SIZES } from '@/app/domain/library/list-query';
import styles from './ListTools.module.css';

export function PageSizes({ fields, limit }: { fields: FilterFields; limit: number }) {
  const { t } = useTranslation('transcription');
  return (
    <p className={styles.sizes}>
      {t('list.pageSize')}{' '}
      {PAGE_SIZES.map((size) =>
        size === limit ? (
          <b key={size}>{size}</b>
        ) : (
          <a key={size} href={listHref(fields, size)}>
            {size}
          </a>
        ),
      )}
    </p>
  );
}
