import { useTranslation } from 'react-i18next';
import { needsTranscription, TEMPLATES } from '@/app/domain/document/templates';
import { BackLink } from '../ui/Icon';
import styles from './TemplatesPage.module.css';

export function TemplatesPage() {
  const { t } = useTranslation('document');
  return (
    <>
      <BackLink href="/documents">{t('back')}</BackLink>
      <h1>{t('models.title')}</h1>
      <p className={styles.what}>{t('models.what')}</p>
      <ul className={styles.models}>
        {TEMPLATES.filter((template) => !needsTranscription(template)).map((template) => (
          <li key={template}>
            <h2>
              <a href={`/documents/new?template=${template}`}>{t(`${template}.name`, { ns: 'document' })}</a>
            </h2>
            <p>{t(`${template}.about`, { ns: 'document' })}</p>
          </li>
        ))}
      </ul>
    </>
  );
}
