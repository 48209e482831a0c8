import { useTranslation } from 'react-i18next';
import { PASSKEY } from '@/app/islands/account/account.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { PartButton } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import styles from './AccountForm.module.css';
import { PasskeyProblem } from './PasskeyProblem';
import { PasskeysElsewhere } from './PasskeysElsewhere';

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

interface PasskeyLoginPageProps {
  search: string;
  /** Whether this address can have passkeys. */
  isPossible: boolean;
  /** The same page at an address that can; null where none is known. */
  possibleHref: string | null;
}

/** Where a refused passkey leads, to try again. */
export function PasskeyLoginPage({ search, isPossible, possibleHref }: PasskeyLoginPageProps) {
  const { t } = useTranslation('account');
  return (
    <div className={styles.form}>
      <h1>{t('passkeys.login')}</h1>
      <ErrorSummary />
      {isPossible ? (
        <>
          <PasskeyLogin search={search} />
          <noscript>
            <p>{t('passkeys.scripts')}</p>
          </noscript>
        </>
      ) : (
        <PasskeysElsewhere href={possibleHref} />
      )}
      <p>
        <a href={`/login/recovery${search}`}>{t('recovery.login')}</a>
      </p>
      <p>
        <a href={`/login${search}`}>{t('passkeys.otherLogin')}</a>
      </p>
    </div>
  );
}
