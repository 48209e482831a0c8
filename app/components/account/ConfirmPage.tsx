import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { OwnerOnly } from './AccountFrame';
import { CodeForm, type CodeFormProps } from './CodeForm';
import styles from './Profile.module.css';

type ConfirmPageProps = Omit<CodeFormProps, 'otherEmailHref' | 'confirmedAction'> & { isOwner: boolean };

/** First the code sent to the current address, then the one sent to the new address. */
export function ConfirmEmailPage({ isOwner, isPresent, ...form }: ConfirmPageProps & { isPresent: boolean }) {
  const { t } = useTranslation('account');
  const confirmedAction = {
    title: t('email.title'),
    submit: t(isPresent ? 'email.prove' : 'email.confirm'),
    giveUp: t('email.other'),
    kind: 'primary' as const,
  };
  return (
    <div className={styles.narrow}>
      <OwnerOnly isOwner={isOwner}>
        <p>{t(isPresent ? 'email.first' : 'email.second')}</p>
        <CodeForm {...form} otherEmailHref="/account/email" confirmedAction={confirmedAction} />
      </OwnerOnly>
    </div>
  );
}

export function ConfirmSessionsPage({ isOwner, isOne, ...form }: ConfirmPageProps & { isOne: boolean }) {
  const { t } = useTranslation('account');
  const confirmedAction = {
    title: t(isOne ? 'sessions.endOne' : 'sessions.endOthers'),
    submit: t('sessions.end'),
    giveUp: t('sessions.keep'),
    kind: 'danger' as const,
  };
  return (
    <div className={styles.narrow}>
      <OwnerOnly isOwner={isOwner}>
        <CodeForm {...form} otherEmailHref="/account/sessions" confirmedAction={confirmedAction} />
      </OwnerOnly>
    </div>
  );
}

export function ConfirmDeletionPage({ isOwner, ...form }: ConfirmPageProps) {
  const { t } = useTranslation('account');
  const confirmedAction = {
    title: t('delete.title'),
    submit: t('delete.confirm'),
    giveUp: t('delete.giveUp'),
    kind: 'danger' as const,
  };
  return (
    <div className={styles.narrow}>
      <OwnerOnly isOwner={isOwner}>
        <Alert kind="warning">{t('delete.final')}</Alert>
        <CodeForm {...form} otherEmailHref="/account/data" confirmedAction={confirmedAction} />
      </OwnerOnly>
    </div>
  );
}
