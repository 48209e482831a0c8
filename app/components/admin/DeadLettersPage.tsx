import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import { Button } from '../ui/Button';
import { EmptyState } from '../ui/EmptyState';
import { ErrorSummary } from '../ui/ErrorSummary';
import { useFormProblem } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import styles from './Admin.module.css';
import { MoreLink } from './MoreLink';

interface DeadLettersPageProps {
  rows: {
    id: number;
    name: string;
    attempts: number;
    lastError: string | null;
    finishedAt: Date | null;
  }[];
  moreHref: string | null;
}

export function DeadLettersPage({ rows, moreHref }: DeadLettersPageProps) {
  const { t } = useTranslation('admin');
  const [message] = Object.values(useFormProblem().errors);
  return (
    <>
      <h1>{t('jobs.title')}</h1>
      <ErrorSummary errors={{ form: message }} />
      {rows.length === 0 && <EmptyState text={t('jobs.none')} />}
      <ul>
        {rows.map(({ id, name, attempts, lastError, finishedAt }) => (
          <li key={id} className={styles.job}>
            <h2>
              {name} {id}
            </h2>
            <p className={styles.quiet}>
              {t('jobs.attempts', { count: attempts })}
              {finishedAt && (
                <>
                  {' · '}
                  <DateTime at={finishedAt} />
                </>
              )}
            </p>
            {lastError && <code>{lastError}</code>}
            <PostForm>
              <input type="hidden" name="jobId" value={id} />
              <Button kind="quiet" busyLabel={t('busy')} aria-label={t('jobs.retryThis', { name, id })}>
                {t('jobs.retry')}
              </Button>
            </PostForm>
          </li>
        ))}
      </ul>
      <MoreLink href={moreHref} />
    </>
  );
}
