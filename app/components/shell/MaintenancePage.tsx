import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '@/app/domain/product';
import { Brand } from './Brand';
import styles from './MaintenancePage.module.css';
import { MAIN_ID } from './SkipLink';

export function MaintenancePage() {
  const { t } = useTranslation('common');
  return (
    <main id={MAIN_ID} className={styles.page}>
      <Brand href="/" />
      <svg viewBox="0 0 200 60" aria-hidden="true">
        <path d="M6 30h12M30 18v24M44 8v44M58 22v16M72 28v4M84 30h24M120 28v4M134 20v20M148 10v40M162 22v16M176 30h18" />
      </svg>
      <h1>{t('maintenance.title')}</h1>
      <p>{t('maintenance.text', { product: PRODUCT_NAME })}</p>
    </main>
  );
}
