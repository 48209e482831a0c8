import { useTranslation } from 'react-i18next';
import { PASSKEY } from '@/app/islands/account/account.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { PartButton } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './AccountForm.module.css';
import { PasskeyProblem } from './PasskeyProblem';

/** Shown by its island, where the browser has WebAuthn. `search`: '' or '?returnTo=…' */
export function PasskeyLogin({ search }: { search: string }) {
  const { t } = useTranslation('account');
  return (
    <PostForm className={styles.form} action={`/login/passkey${search}`} islands="use-passkey" hidden>
      <input type="hidden" name="answer" {...mark(PASSKEY.answer)} />
      <PartButton part={PASSKEY.button}>{t('passkeys.login')}</PartButton>
      <PasskeyProblem />
    </PostForm>
  );
}

/** Where a refused passkey leads, to try again. */
export function PasskeyLoginPage({ search, isPossible }: { search: string; isPossible: boolean }) {
  const { t } = useTranslation('account');
  return (
    <div className={styles.form}>
      <h1>{t('passkeys.login')}</h1>
      <ErrorSummary />
      {isPossible ? <PasskeyLogin search={search} /> : <p>{t('passkeys.notHere')}</p>}
      <noscript>
        <p>{t('passkeys.scripts')}</p>
      </noscript>
      <p>
        <a href={`/login/recovery${search}`}>{t('recovery.login')}</a>
      </p>
      <p>
        <a href={`/login${search}`}>{t('passkeys.otherLogin')}</a>
      </p>
    </div>
  );
}
