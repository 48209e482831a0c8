import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { ButtonLink, CopyButton } from '../ui/Button';
import styles from './RecoveryCodes.module.css';

/** A new personal token, which this answer alone shows; null once it was shown. */
export function NewTokenPage({ token }: { token: string | null }) {
  const { t } = useTranslation('account');
  if (token === null) {
    return (
      <div className={styles.page}>
        <h1>{t('tokens.title')}</h1>
        <Alert kind="info">{t('tokens.shown')}</Alert>
        <p>
          <ButtonLink href="/account/tokens">{t('tokens.back')}</ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <h1>{t('tokens.created')}</h1>
      <Alert kind="warning">{t('tokens.once')}</Alert>
      <p className={styles.token}>
        <code>{token}</code>
      </p>
      <input type="hidden" id="new-token" value={token} />
      <p className={styles.actions}>
        <CopyButton copies="new-token" label={t('tokens.copy')} doneLabel={t('tokens.copied')} />
        <ButtonLink href="/account/tokens">{t('tokens.done')}</ButtonLink>
      </p>
      <p>
        <a href="/developers">{t('tokens.docs')}</a>
      </p>
    </div>
  );
}
