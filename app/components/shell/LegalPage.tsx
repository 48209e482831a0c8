import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '@/app/domain/product';
import { useSells } from '../ui/sales';
import styles from './LegalPage.module.css';
import { SupportLink } from './MenuLinks';

const SECTIONS = {
  terms: ['service', 'account', 'content', 'minutes', 'storage', 'conduct', 'liability', 'contact'],
  privacy: ['data', 'use', 'sharing', 'cookies', 'rights', 'deletion', 'contact'],
} as const;

interface LegalPageProps {
  document: keyof typeof SECTIONS;
  /** Third-party speech service that receives the recordings; null when they are processed locally. */
  listener?: string | null;
}

export function LegalPage({ document, listener }: LegalPageProps) {
  const { t } = useTranslation('shell');
  const sells = useSells();
  return (
    <article className={styles.text}>
      <h1>{t(`${document}.title`)}</h1>
      <p>{t(`${document}.updated`)}</p>
      {SECTIONS[document]
        .filter((section) => sells || section !== 'minutes')
        .map((section) => (
          <section key={section}>
            <h2>{t(`${document}.${section}.title`)}</h2>
            <p>
              {section === 'sharing' && listener
                ? t('privacy.sharing.elsewhere', { listener })
                : t(`${document}.${section}.text`, { product: PRODUCT_NAME })}
            </p>
          </section>
        ))}
      <p>
        <SupportLink icon="send">{t('support')}</SupportLink>
      </p>
    </article>
  );
}
