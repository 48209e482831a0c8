import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { SummaryLine } from '@/app/domain/summary/summary';
import { timeLink } from '@/app/domain/transcription/time-link';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import type { FormErrors } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { Alert } from '../ui/Notice';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';
import styles from './SummaryPage.module.css';

export interface SummaryPageProps {
  publicId: string;
  title: string;
  /** Language of the recording, a BCP 47 tag. */
  language: string;
  /** Null while no summary has been generated. */
  summary: {
    version: number;
    /**
     * The user's editable copy; null until the user requests it. `utterance` is the index of the utterance
     * that a line quotes.
     */
    copy: { text: string; lines: (SummaryLine & { utterance: number | null })[] } | null;
  } | null;
  /** A summary exists but could not be read. */
  isUnreadable: boolean;
  submissionIds: { make: string; edit: string; delete: string };
  values: { summaryCopy?: string; version?: string };
  errors: FormErrors<'summaryCopy'>;
}

/**
 * Summary of a recording in a few sentences: offered, then copied on request for the user to edit and delete.
 */
export function SummaryPage(props: SummaryPageProps) {
  const { t } = useTranslation(['summary', 'common']);
  const { publicId, title, summary, submissionIds, errors } = props;
  return (
    <article className={styles.page} data-dialog={t('dialog.close', { ns: 'common' })}>
      <h1 id="summary-title">{t('title')}</h1>
      <p>
        <bdi>{title}</bdi>
      </p>
      {props.isUnreadable && (
        <Alert kind="error">
          <p role="alert">{t('unreadable')}</p>
        </Alert>
      )}
      <ErrorSummary errors={errors} />
      {!summary && !props.isUnreadable && <p>{t('none')}</p>}
      {summary && !summary.copy && (
        <PostForm className={styles.offer} submissionId={submissionIds.make} intent="make">
          <p>{t('offer')}</p>
          <VersionField value={summary.version} />
          <Button busyLabel={t('making')}>{t('make')}</Button>
        </PostForm>
      )}
      {summary?.copy && <EditableSummary {...props} copy={summary.copy} version={summary.version} />}
      <p className={styles.back}>
        <a href={`/transcriptions/${publicId}`}>
          <Icon name="arrow-left" /> {t('back')}
        </a>
      </p>
    </article>
  );
}

type SummaryCopy = NonNullable<NonNullable<SummaryPageProps['summary']>['copy']>;

function EditableSummary(props: SummaryPageProps & { copy: SummaryCopy; version: number }) {
  const { t } = useTranslation('summary');
  const { publicId, language, copy, version, submissionIds, values, errors } = props;
  return (
    <>
      <div id="summary-lines" className={styles.lines} lang={language}>
        {copy.lines.map(({ number, text, startMs, utterance }) => (
          <p key={number}>
            {text}
            {startMs !== null && <TimeLink publicId={publicId} startMs={startMs} utterance={utterance} />}
          </p>
        ))}
      </div>
      <div className={styles.tools}>
        <Button
          type="button"
          kind="quiet"
          hidden
          data-island="copy"
          data-copies="summaryCopy"
          data-done-label={t('copied')}
        >
          {t('copy')}
        </Button>
        <PostForm submissionId={submissionIds.delete} intent="delete">
          <VersionField value={version} />
          <Button kind="danger">
            <Icon name="trash" /> {t('delete')}
          </Button>
        </PostForm>
      </div>
      <details className={styles.edit} open={values.summaryCopy !== undefined || undefined}>
        <summary>
          <Icon name="chevron-down" /> {t('edit')}
        </summary>
        <PostForm noValidate submissionId={submissionIds.edit} intent="edit">
          <VersionField value={values.version ?? version} />
          <TextArea
            name="summaryCopy"
            label={t('text')}
            hint={t('text.hint')}
            value={values.summaryCopy ?? copy.text}
            error={errors.summaryCopy}
            rows={10}
          />
          <Button>{t('save')}</Button>
        </PostForm>
      </details>
    </>
  );
}

function TimeLink(place: { publicId: string; startMs: number; utterance: number | null }) {
  const { t } = useTranslation('summary');
  const time = formatPosition(place.startMs);
  return (
    <a href={`/transcriptions/${place.publicId}${timeLink(place.startMs)}`} aria-label={t('place', { time })}>
      {time}
    </a>
  );
}

/** Optimistic locking: the version that the form was rendered for. */
function VersionField({ value }: { value: number | string }) {
  return <input type="hidden" name="version" value={value} />;
}
