import { useTranslation } from 'react-i18next';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { SubmissionId } from '../ui/SubmissionId';
import { AccountFrame, ForOwner } from './AccountFrame';
import styles from './Profile.module.css';
import { SessionList, type SessionView } from './SessionList';

export interface SessionsPageProps {
  submissionId: string;
  /** Identity of the form that ends all sessions but this one. */
  othersSubmissionId: string;
  sessions: SessionView[];
  isOwner: boolean;
  errors: FormErrors<never>;
}

/** Where a person is signed in, and the means to end it. */
export function SessionsPage(props: SessionsPageProps) {
  const { submissionId, othersSubmissionId, sessions, isOwner, errors } = props;
  const { t } = useTranslation('profile');
  return (
    <AccountFrame current="/account/sessions">
      <p>{t('sessions.intro')}</p>
      <ErrorSummary errors={errors} />
      {isOwner ? (
        <form method="post">
          <SubmissionId value={submissionId} intent="end" />
          <SessionList sessions={sessions} canEnd />
        </form>
      ) : (
        <SessionList sessions={sessions} canEnd={false} />
      )}
      <ForOwner isOwner={isOwner}>
        {sessions.some(({ isCurrent }) => !isCurrent) && (
          <form method="post" className={styles.narrow} data-island="submit-once">
            <SubmissionId value={othersSubmissionId} intent="end-others" />
            <p>
              <Button kind="danger" busyLabel={t('busy')}>
                {t('sessions.endOthers')}
              </Button>
            </p>
          </form>
        )}
      </ForOwner>
    </AccountFrame>
  );
}
