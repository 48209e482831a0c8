import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import type { FormErrors } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { EmailField } from './AccountFields';
import { OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';

export interface EmailPageProps {
  submissionId: string;
  /** The current address. */
  email: string;
  isOwner: boolean;
  values: { email?: string };
  errors: FormErrors<'email'>;
}

/** Change of the e-mail address; the code form follows. */
export function EmailPage({ submissionId, email, isOwner, values, errors }: EmailPageProps) {
  const { t } = useTranslation('account');
  return (
    <div className={styles.narrow}>
      <h1>{t('email.title')}</h1>
      <p>
        {t('email.now')} <strong>{email}</strong>
      </p>
      <OwnerOnly isOwner={isOwner}>
        <p>{t('email.intro')}</p>
        <PostForm noValidate submissionId={submissionId} errors={errors}>
          <EmailField label={t('email.new')} value={values.email} error={errors.email} />
          <Button busyLabel={t('confirm.busy')}>{t('email.submit')}</Button>
        </PostForm>
      </OwnerOnly>
      <p>
        <a href="/account">{t('back')}</a>
      </p>
    </div>
  );
}
