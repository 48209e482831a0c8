import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import { AccountFrame, OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';
import { SessionList, type SessionView } from './SessionList';

export function SessionsPage({ sessions, isOwner }: { sessions: SessionView[]; isOwner: boolean }) {
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account/sessions">
      <p>{t('sessions.intro')}</p>
      <p>{t('sessions.proof')}</p>
      <ErrorSummary />
      {isOwner ? (
        <PostForm intent="end">
          <SessionList sessions={sessions} canEnd />
        </PostForm>
      ) : (
        <SessionList sessions={sessions} canEnd={false} />
      )}
      <OwnerOnly isOwner={isOwner}>
        {sessions.some(({ isCurrent }) => !isCurrent) && (
          <PostForm className={styles.narrow} intent="end-others">
            <p>
              <Button kind="danger" busyLabel={t('confirm.busy')}>
                {t('sessions.endOthers')}
              </Button>
            </p>
          </PostForm>
        )}
      </OwnerOnly>
    </AccountFrame>
  );
}
