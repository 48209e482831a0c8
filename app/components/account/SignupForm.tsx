import { Trans, useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { EmailField, NameField } from './AccountFields';
import styles from './AccountForm.module.css';
import { LegalLink } from './LegalLink';
import { ProviderButtons, type ProviderButtonsProps } from './ProviderButtons';

export interface SignupFormProps extends ProviderButtonsProps {
  submissionId: string;
  values: { name?: string; email?: string; terms?: boolean };
  errors: FormErrors<'name' | 'email' | 'terms'>;
}

/** Sign-up by name and e-mail address; the page for the code follows. */
export function SignupForm({ submissionId, values, errors, ...others }: SignupFormProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PostForm className={styles.form} noValidate submissionId={submissionId}>
        <h1>{t('signup.title')}</h1>
        <p>{t('signup.intro')}</p>
        <ErrorSummary errors={errors} />
        <NameField label={t('name')} value={values.name} error={errors.name} />
        <EmailField label={t('email')} value={values.email} error={errors.email} />
        <Checkbox
          name="terms"
          label={
            <Trans
              t={t}
              i18nKey="signup.terms"
              components={{
                terms: <LegalLink href="/terms" newTab />,
                privacy: <LegalLink href="/privacy" newTab />,
              }}
            />
          }
          checked={values.terms}
          error={errors.terms}
          required
        />
        <p>{t('signup.adults')}</p>
        <Button busyLabel={t('busy')}>{t('signup.submit')}</Button>
      </PostForm>
      <ProviderButtons {...others} />
      <p className={styles.aside}>
        <a href={`/login${others.search}`}>{t('signup.login')}</a>
      </p>
    </>
  );
}
