import { useTranslation } from 'react-i18next';
import { CodeForm, type CodeFormProps } from '../account/CodeForm';
import { Notice } from '../ui/Notice';
import { ForOwner } from './AccountFrame';
import styles from './Profile.module.css';

type ConfirmPageProps = Omit<CodeFormProps, 'otherEmailHref' | 'deed'> & { isOwner: boolean };

/** Takes the code that was mailed to the new address. */
export function ConfirmEmailPage({ isOwner, ...form }: ConfirmPageProps) {
  const { t } = useTranslation('profile');
  const deed = {
    title: t('email.title'),
    submit: t('email.confirm'),
    giveUp: t('email.other'),
    kind: 'primary' as const,
  };
  return (
    <div className={styles.narrow}>
      <ForOwner isOwner={isOwner}>
        <CodeForm {...form} otherEmailHref="/account/email" deed={deed} />
      </ForOwner>
    </div>
  );
}

/** Takes the code that deletes the account. */
export function ConfirmDeletionPage({ isOwner, ...form }: ConfirmPageProps) {
  const { t } = useTranslation('profile');
  const deed = {
    title: t('delete.title'),
    submit: t('delete.confirm'),
    giveUp: t('delete.giveUp'),
    kind: 'danger' as const,
  };
  return (
    <div className={styles.narrow}>
      <ForOwner isOwner={isOwner}>
        <Notice kind="warning">{t('delete.final')}</Notice>
        <CodeForm {...form} otherEmailHref="/account/data" deed={deed} />
      </ForOwner>
    </div>
  );
}
