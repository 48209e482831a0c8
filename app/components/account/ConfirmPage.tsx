import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { OwnerOnly } from './AccountFrame';
import { CodeForm, type CodeFormProps } from './CodeForm';
import styles from './Profile.module.css';

type PendingCode = Omit<CodeFormProps, 'otherEmailHref' | 'confirmedAction'> & { isOwner: boolean };

function ConfirmPage({
  isOwner,
  children,
  ...form
}: CodeFormProps & { isOwner: boolean; children?: ReactNode }) {
  return (
    <div className={styles.narrow}>
      <OwnerOnly isOwner={isOwner}>
        {children}
        <CodeForm {...form} />
      </OwnerOnly>
    </div>
  );
}

/** First the code sent to the current address, then the one sent to the new address. */
export function ConfirmEmailPage({ isPresent, ...page }: PendingCode & { isPresent: boolean }) {
  const { t } = useTranslation('account');
  const confirmedAction = {
    title: t('email.title'),
    submit: t(isPresent ? 'email.prove' : 'email.confirm'),
    giveUp: t('email.other'),
    kind: 'primary' as const,
  };
  return (
    <ConfirmPage {...page} otherEmailHref="/account/email" confirmedAction={confirmedAction}>
      <p>{t(isPresent ? 'email.first' : 'email.second')}</p>
    </ConfirmPage>
  );
}

export function ConfirmSessionsPage({ isOne, ...page }: PendingCode & { isOne: boolean }) {
  const { t } = useTranslation('account');
  const confirmedAction = {
    title: t(isOne ? 'sessions.endOne' : 'sessions.endOthers'),
    submit: t('sessions.end'),
    giveUp: t('sessions.keep'),
    kind: 'danger' as const,
  };
  return <ConfirmPage {...page} otherEmailHref="/account/sessions" confirmedAction={confirmedAction} />;
}

const PASSKEY_TITLES = {
  add: 'passkeys.add',
  remove: 'passkeys.removeOne',
  recovery: 'recovery.title',
} as const;

type PasskeyStep = 'add' | 'remove' | 'recovery';

export function ConfirmPasskeyPage({ kind, ...page }: PendingCode & { kind: PasskeyStep }) {
  const { t } = useTranslation('account');
  const confirmedAction = {
    title: t(PASSKEY_TITLES[kind]),
    submit: t(kind === 'remove' ? 'passkeys.remove' : 'passkeys.continue'),
    giveUp: t('passkeys.giveUp'),
    kind: kind === 'remove' ? ('danger' as const) : ('primary' as const),
  };
  return <ConfirmPage {...page} otherEmailHref="/account/passkeys" confirmedAction={confirmedAction} />;
}

export function ConfirmDeletionPage(page: PendingCode) {
  const { t } = useTranslation('account');
  const confirmedAction = {
    title: t('delete.title'),
    submit: t('delete.confirm'),
    giveUp: t('delete.giveUp'),
    kind: 'danger' as const,
  };
  return (
    <ConfirmPage {...page} otherEmailHref="/account/data" confirmedAction={confirmedAction}>
      <Alert kind="warning">{t('delete.final')}</Alert>
    </ConfirmPage>
  );
}
