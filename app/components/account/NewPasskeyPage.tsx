import { useTranslation } from 'react-i18next';
import { MAX_PASSKEY_NAME_LENGTH } from '@/app/domain/account/passkey';
import { PASSKEY } from '@/app/islands/account/account.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { PartButton } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { PasskeyProblem } from './PasskeyProblem';
import styles from './Profile.module.css';

/** `options`: JSON of what the browser needs to make a passkey. */
export function NewPasskeyPage({ options }: { options: string }) {
  const { t } = useTranslation('account');
  return (
    <div className={styles.narrow}>
      <h1>{t('passkeys.add')}</h1>
      <p>{t('passkeys.ready')}</p>
      <ErrorSummary />
      <PostForm islands="create-passkey" noValidate>
        <Field
          name="name"
          label={t('passkeys.name')}
          hint={t('passkeys.nameHint')}
          value={t('passkeys.defaultName')}
          maxLength={MAX_PASSKEY_NAME_LENGTH}
          required
        />
        <input type="hidden" name="answer" {...mark(PASSKEY.answer)} data-options={options} />
        <PartButton part={PASSKEY.button} kind="primary" hidden>
          {t('passkeys.create')}
        </PartButton>
        <PasskeyProblem />
      </PostForm>
      <noscript>
        <p>{t('passkeys.scripts')}</p>
      </noscript>
      <p>
        <a href="/account/passkeys">{t('passkeys.giveUp')}</a>
      </p>
    </div>
  );
}
