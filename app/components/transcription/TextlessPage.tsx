import { useTranslation } from 'react-i18next';
import { BuyHoursLink } from '../billing/BuyHoursLink';
import { Duration, TranscriptHeader } from '../transcript/TranscriptHeader';
import styles from '../transcript/TranscriptPage.module.css';
import { Alert } from '../ui/Alert';
import { Button, ButtonLink } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { PostForm } from '../ui/PostForm';
import pageStyles from './TextlessPage.module.css';

interface TextlessPageProps {
  publicId: string;
  title: string;
  durationMs: number;
  status: 'failed' | 'stored';
  /** Why it failed, in the interface language. */
  reason: string | null;
  hasReleasedMinutes: boolean;
  advice: 'resend' | 'other-recording' | 'upload-again' | 'minutes';
  hasRecording: boolean;
  missingHours: number | null;
}

/** A recording whose transcription failed or waits for minutes: why, and what its owner can do. */
export function TextlessPage(props: TextlessPageProps) {
  const { t } = useTranslation('transcription');
  const isFailed = props.status === 'failed';
  return (
    <article className={styles.page}>
      <TranscriptHeader title={props.title} isDemoModel={false}>
        {props.durationMs > 0 && <Duration ms={props.durationMs} />}
      </TranscriptHeader>
      <ErrorSummary />
      <Alert kind={isFailed ? 'error' : 'info'}>
        <h2>{t(isFailed ? 'textless.failed' : 'textless.stored')}</h2>
        <p>{isFailed ? props.reason : t('stored.why')}</p>
        {props.hasReleasedMinutes && <p>{t('failed.minutesBack')}</p>}
        {props.missingHours !== null && (
          <p>
            <BuyHoursLink hours={props.missingHours} />
          </p>
        )}
      </Alert>
      <NextSteps {...props} />
    </article>
  );
}

function NextSteps({ publicId, advice, hasRecording }: TextlessPageProps) {
  const { t } = useTranslation('transcription');
  const base = `/transcriptions/${publicId}`;
  const canResend = advice === 'resend';
  return (
    <section className={styles.page} aria-labelledby="next-title">
      <h2 id="next-title">{t('textless.next')}</h2>
      <p>{t(`textless.next.${advice}`)}</p>
      <div className={pageStyles.actions}>
        {canResend && (
          <PostForm action={base} intent="resend">
            <Button busyLabel={t('submit.busy')}>{t('card.resend')}</Button>
          </PostForm>
        )}
        <ButtonLink kind={canResend ? 'quiet' : 'primary'} href="/transcriptions">
          {t('textless.upload')}
        </ButtonLink>
        <ButtonLink kind="quiet" href="/support">
          {t('textless.support')}
        </ButtonLink>
      </div>
      <p>
        {hasRecording && (
          <>
            <a href={`${base}/download`}>{t('textless.download')}</a>
            {' · '}
          </>
        )}
        <a href={`${base}/delete`} data-island="dialog">
          {t('card.delete')}
        </a>
      </p>
    </section>
  );
}
