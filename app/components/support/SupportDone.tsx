import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '@/app/domain/product';
import styles from './Support.module.css';

export function SupportDone() {
  const { t } = useTranslation('support');
  const { t: common } = useTranslation('common');
  return (
    <section className={styles.page} data-dialog={common('dialog.close')}>
      <h1 id="support-title">{t('title', { product: PRODUCT_NAME })}</h1>
      <p>{t('done.within')}</p>
      <p>{t('done.thanks')}</p>
      <p>
        <a href="/support">{t('done.again')}</a>
      </p>
    </section>
  );
}
