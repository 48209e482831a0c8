import { Trans, useTranslation } from 'react-i18next';
import type { SignUpRule } from '@/app/domain/account/sign-up';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { useSells } from '../ui/sales';
import { EmailField, LeadOriginField, NameField, TimeZoneField } from './AccountFields';
import styles from './AccountForm.module.css';
import { LegalLink, ProviderButtons, type ProviderButtonsProps } from './ProviderButtons';

interface SignupPageProps extends ProviderButtonsProps {
  signUp: {
    rule: SignUpRule;
    /** Of the link that led here; `email` is null when it is over. */
    invitation: { email: string | null } | null;
  };
}

export function SignupPage({ signUp, ...others }: SignupPageProps) {
  const { t } = useTranslation('account');
  return (
    <>
      {signUp.rule === 'closed' ? (
        <div className={styles.form}>
          <h1>{t('signup.title')}</h1>
          <p>{t('signup.closed')}</p>
        </div>
      ) : (
        <SignupForm signUp={signUp} {...others} />
      )}
      <p className={styles.aside}>
        <a href={`/login${others.search}`}>{t('signup.login')}</a>
      </p>
    </>
  );
}

function SignupForm({ signUp: { rule, invitation }, ...props }: SignupPageProps) {
  const { t } = useTranslation('account');
  const sells = useSells();
  return (
    <>
      {invitation && !invitation.email && <Alert kind="info">{t('signup.invitationOver')}</Alert>}
      <PostForm className={styles.form} noValidate islands="needs-answer">
        <h1>{t('signup.title')}</h1>
        {sells && <p>{t('signup.intro')}</p>}
        {rule === 'invite' && <p>{t('signup.invite')}</p>}
        <ErrorSummary />
        <NameField label={t('name')} />
        <EmailField label={t('email')} value={invitation?.email ?? undefined} />
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
    </>
  );
}
