import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { EmailField } from './AccountFields';
import styles from './AccountForm.module.css';
import { PasskeyLogin } from './PasskeyLogin';
import { ProviderButtons, type ProviderButtonsProps } from './ProviderButtons';

interface LoginFormProps extends ProviderButtonsProps {
  /** The identity provider whose session is still open after logout, and its logout page. */
  stillOpen?: { provider: string; href: string } | null;
  /** Nobody can create an account. */
  isSignUpClosed: boolean;
  /** Whether passkeys work at this address. */
  hasPasskeys: boolean;
}

/** Every form leaves validation to the server (`noValidate`), for messages in the user's chosen language. */
export function LoginForm({ stillOpen, hasPasskeys, isSignUpClosed, ...others }: LoginFormProps) {
  const { t } = useTranslation('account');
  return (
    <>
      {stillOpen && <ProviderSessionAlert {...stillOpen} />}
      <PostForm className={styles.form} noValidate>
        <h1>{t('login.title')}</h1>
        <p>{t('login.intro')}</p>
        <ErrorSummary />
        <EmailField label={t('email')} />
        <Button busyLabel={t('busy')}>{t('login.submit')}</Button>
      </PostForm>
      {hasPasskeys && <PasskeyLogin search={others.search} />}
      <ProviderButtons {...others} />
      <div className={styles.aside}>
        {!isSignUpClosed && <a href={`/signup${others.search}`}>{t('login.signup')}</a>}
        {hasPasskeys && <a href={`/login/recovery${others.search}`}>{t('recovery.login')}</a>}
        <a href="/support" data-island="dialog">
          {t('login.help')}
        </a>
      </div>
    </>
  );
}

function ProviderSessionAlert({ provider, href }: NonNullable<LoginFormProps['stillOpen']>) {
  const { t } = useTranslation('account');
  const named = { provider };
  return (
    <Alert kind="info">
      {t('login.stillOpen', named)} <a href={href}>{t('login.leaveProvider', named)}</a>
    </Alert>
  );
}
