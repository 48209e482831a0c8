import { Trans, useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { EmailField, LeadOriginField, NameField, TimeZoneField } from './AccountFields';
import styles from './AccountForm.module.css';
import { LegalLink, ProviderButtons, type ProviderButtonsProps } from './ProviderButtons';

export function SignupForm(props: ProviderButtonsProps) {
  const { t } = useTranslation('account');
  return (
    <>
      <PostForm className={styles.form} noValidate islands="needs-answer">
        <h1>{t('signup.title')}</h1>
        <p>{t('signup.intro')}</p>
        <ErrorSummary />
        <NameField label={t('name')} />
        <EmailField label={t('email')} />
        <TimeZoneField />
        <LeadOriginField value={props.leadOrigin} />
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
          required
        />
        <p>{t('signup.adults')}</p>
        <p id="signup-hint" hidden>
          {t('signup.hint')}
        </p>
        <Button busyLabel={t('busy')}>{t('signup.submit')}</Button>
      </PostForm>
      <ProviderButtons {...props} />
      <p className={styles.aside}>
        <a href={`/login${props.search}`}>{t('signup.login')}</a>
      </p>
    </>
  );
}
