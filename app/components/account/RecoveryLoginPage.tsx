import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { EmailField } from './AccountFields';
import styles from './AccountForm.module.css';

/** For who has neither the device with the passkey nor the mailbox at hand. `search`: '' or '?returnTo=…' */
export function RecoveryLoginPage({ search }: { search: string }) {
  const { t } = useTranslation('account');
  return (
    <>
      <PostForm className={styles.form} noValidate>
        <h1>{t('recovery.login')}</h1>
        <p>{t('recovery.loginIntro')}</p>
        <ErrorSummary />
        <EmailField label={t('email')} />
        <RecoveryCodeField />
        <Button busyLabel={t('busy')}>{t('recovery.submit')}</Button>
      </PostForm>
      <p className={styles.aside}>
        <a href={`/login${search}`}>{t('passkeys.otherLogin')}</a>
      </p>
    </>
  );
}

function RecoveryCodeField() {
  const { t } = useTranslation('account');
  return (
    <Field
      name="code"
      label={t('recovery.code')}
      hint={t('recovery.codeHint')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      required
    />
  );
}
