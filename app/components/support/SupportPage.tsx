import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '@/app/domain/product';
import { QUESTION_LENGTH } from '@/app/domain/support/limits';
import { EmailField, NameField } from '../account/AccountFields';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';
import styles from './Support.module.css';
import { SupportChat } from './SupportChat';

interface SupportFormProps {
  /** The account's address, to which support replies; null to ask for name and e-mail. */
  knownEmail: string | null;
}

export function SupportForm({ knownEmail }: SupportFormProps) {
  const { t } = useTranslation('support');
  const { t: common } = useTranslation('common');
  return (
    <section className={styles.page} data-dialog={common('dialog.close')}>
      <h1 id="support-title">{t('title', { product: PRODUCT_NAME })}</h1>
      <PostForm action="/support" className={styles.form} noValidate islands="support-chat">
        <p>{t('intro')}</p>
        <ErrorSummary />
        {knownEmail ? (
          <p>
            {t('replyTo')} <strong>{knownEmail}</strong>.
          </p>
        ) : (
          <>
            <NameField label={t('name')} />
            <EmailField label={t('email')} />
          </>
        )}
        <TextArea name="question" label={t('question')} maxLength={QUESTION_LENGTH} required />
        <Button busyLabel={t('busy')}>{t('submit')}</Button>
      </PostForm>
      <SupportChat knownEmail={knownEmail} />
    </section>
  );
}

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
