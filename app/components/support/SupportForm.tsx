import { useTranslation } from 'react-i18next';
import { PRODUCT_NAME } from '@/app/domain/product';
import { QUESTION_LENGTH } from '@/app/domain/support/limits';
import { EmailField, NameField } from '../account/AccountFields';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';
import styles from './Support.module.css';
import { SupportChat } from './SupportChat';

export interface SupportFormProps {
  submissionId: string;
  /** The account's address, to which support replies; null to ask for name and e-mail. */
  knownEmail: string | null;
  values: { name?: string; email?: string; question?: string };
  errors: FormErrors<'name' | 'email' | 'question'>;
}

/** Support form, which scripts turn into a chat. */
export function SupportForm({ submissionId, knownEmail, values, errors }: SupportFormProps) {
  const { t } = useTranslation('support');
  const { t: common } = useTranslation('common');
  return (
    <section className={styles.page} data-dialog={common('dialog.close')}>
      <h1 id="support-title">{t('title', { product: PRODUCT_NAME })}</h1>
      <PostForm
        action="/support"
        className={styles.form}
        noValidate
        submissionId={submissionId}
        islands="support-chat"
      >
        <p>{t('intro')}</p>
        <ErrorSummary errors={errors} />
        {knownEmail ? (
          <p>
            {t('replyTo')} <strong>{knownEmail}</strong>.
          </p>
        ) : (
          <>
            <NameField label={t('name')} value={values.name} error={errors.name} />
            <EmailField label={t('email')} value={values.email} error={errors.email} />
          </>
        )}
        <TextArea
          name="question"
          label={t('question')}
          value={values.question}
          error={errors.question}
          maxLength={QUESTION_LENGTH}
          required
        />
        <Button busyLabel={t('busy')}>{t('submit')}</Button>
      </PostForm>
      <SupportChat knownEmail={knownEmail} />
    </section>
  );
}
