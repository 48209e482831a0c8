import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { AccountFrame, OwnerOnly } from './AccountFrame';
import styles from './Profile.module.css';
import { SessionList, type SessionView } from './SessionList';

export interface SessionsPageProps {
  submissionId: string;
  /** Idempotency key of the form that ends all sessions but this one. */
  othersSubmissionId: string;
  sessions: SessionView[];
  isOwner: boolean;
  errors: FormErrors<never>;
}

/** The user's active sessions, with buttons to end them. */
export function SessionsPage(props: SessionsPageProps) {
  const { submissionId, othersSubmissionId, sessions, isOwner, errors } = props;
  const { t } = useTranslation('account');
  return (
    <AccountFrame current="/account/sessions">
      <p>{t('sessions.intro')}</p>
      <p>{t('sessions.proof')}</p>
      <ErrorSummary errors={errors} />
      {isOwner ? (
        <PostForm submissionId={submissionId} intent="end">
          <SessionList sessions={sessions} canEnd />
        </PostForm>
      ) : (
        <SessionList sessions={sessions} canEnd={false} />
      )}
      <OwnerOnly isOwner={isOwner}>
        {sessions.some(({ isCurrent }) => !isCurrent) && (
          <PostForm className={styles.narrow} submissionId={othersSubmissionId} intent="end-others">
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
