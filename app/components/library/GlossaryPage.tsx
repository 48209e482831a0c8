import { useTranslation } from 'react-i18next';
import { MAX_TERM_LENGTH, MAX_TERMS } from '@/app/domain/library/glossary';
import { AccountFrame } from '../account/AccountFrame';
import styles from '../account/Profile.module.css';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';

export function GlossaryPage({ terms }: { terms: string[] }) {
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account/glossary">
      <section className={styles.section} aria-labelledby="glossary-title">
        <h2 id="glossary-title">{t('glossary.title')}</h2>
        <p>{t('glossary.intro')}</p>
        <PostForm noValidate>
          <ErrorSummary />
          <TextArea
            name="terms"
            label={t('glossary.label')}
            hint={t('glossary.hint', { terms: MAX_TERMS, letters: MAX_TERM_LENGTH })}
            value={terms.join('\n')}
            rows={12}
          />
          <Button busyLabel={t('confirm.busy')}>{t('glossary.submit')}</Button>
        </PostForm>
      </section>
    </AccountFrame>
  );
}
