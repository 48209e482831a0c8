import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { ButtonLink, CopyButton } from '../ui/Button';
import styles from './RecoveryCodes.module.css';

interface OnceShownProps {
  /** Null once it was shown. */
  secret: string | null;
  title: string;
  /** What it is for, once it was shown. */
  shown: string;
  back: { href: string; label: string };
  children?: ReactNode;
}

/** A secret that this answer alone shows. */
export function OnceShown({ secret, title, shown, back, children }: OnceShownProps) {
  const { t } = useTranslation('account');
  if (secret === null) {
    return (
      <div className={styles.page}>
        <h1>{title}</h1>
        <Alert kind="info">{shown}</Alert>
        <p>
          <ButtonLink href={back.href}>{back.label}</ButtonLink>
        </p>
      </div>
    );
  }
  return (
    <div className={styles.page}>
      <h1>{title}</h1>
      <Alert kind="warning">{t('tokens.once')}</Alert>
      <p className={styles.token}>
        <code>{secret}</code>
      </p>
      <input type="hidden" id="new-token" value={secret} />
      <p className={styles.actions}>
        <CopyButton copies="new-token" label={t('tokens.copy')} doneLabel={t('tokens.copied')} />
        <ButtonLink href={back.href}>{t('tokens.done')}</ButtonLink>
      </p>
      {children}
    </div>
  );
}
