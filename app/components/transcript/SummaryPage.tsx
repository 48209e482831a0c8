import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { SummaryLine } from '@/app/domain/transcript/summary/summary';
import { timeLink } from '@/app/domain/transcript/time-link';
import { Alert } from '../ui/Alert';
import { Button, CopyButton } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { useFormProblem } from '../ui/form-problem';
import { BackLink, Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { TextArea } from '../ui/TextArea';
import styles from './SummaryPage.module.css';

interface SummaryPageProps {
  publicId: string;
  title: string;
  language: string;
  summary: {
    version: number;
    /** The user's editable one; null until it is requested. */
    copy: { text: string; lines: SummaryLine[] } | null;
  } | null;
  isUnreadable: boolean;
}

export function SummaryPage(props: SummaryPageProps) {
  const { t } = useTranslation(['transcript', 'common']);
  const { publicId, title, summary } = props;
  return (
    <article className={styles.page} data-dialog={t('dialog.close', { ns: 'common' })}>
      <h1 id="summary-title">{t('summary.title')}</h1>
      <p>
        <bdi>{title}</bdi>
      </p>
      {props.isUnreadable && (
        <Alert kind="error">
          <p role="alert">{t('summary.unreadable')}</p>
        </Alert>
      )}
      <ErrorSummary />
      {!summary && !props.isUnreadable && <p>{t('summary.none')}</p>}
      {summary && !summary.copy && (
        <PostForm className={styles.offer} intent="make">
          <p>{t('summary.offer')}</p>
          <VersionField value={summary.version} />
          <Button busyLabel={t('summary.making')}>{t('summary.make')}</Button>
        </PostForm>
      )}
      {summary?.copy && <EditableSummary {...props} copy={summary.copy} version={summary.version} />}
      <p className={styles.back}>
        <BackLink href={`/transcriptions/${publicId}`}>{t('summary.back')}</BackLink>
      </p>
    </article>
  );
}

type SummaryCopy = NonNullable<NonNullable<SummaryPageProps['summary']>['copy']>;

function EditableSummary(props: SummaryPageProps & { copy: SummaryCopy; version: number }) {
  const { t } = useTranslation('transcript');
  const { publicId, language, copy, version } = props;
  const { values } = useFormProblem();
  return (
    <>
      <div id="summary-lines" className={styles.lines} lang={language}>
        {copy.lines.map(({ number, text, startMs }) => (
          <p key={number}>
            {text}
            {startMs !== null && <TimeLink publicId={publicId} startMs={startMs} />}
          </p>
        ))}
      </div>
      <div className={styles.tools}>
        <CopyButton copies="summaryCopy" label={t('summary.copy')} doneLabel={t('summary.copied')} />
        <PostForm intent="delete">
          <VersionField value={version} />
          <Button kind="danger">
            <Icon name="trash" /> {t('summary.delete')}
          </Button>
        </PostForm>
      </div>
      <details className={styles.edit} open={values.summaryCopy !== undefined || undefined}>
        <summary>
          <Icon name="chevron-down" /> {t('summary.edit')}
        </summary>
        <PostForm noValidate intent="edit">
          <VersionField value={values.version ?? version} />
          <TextArea
            name="summaryCopy"
            label={t('summary.text')}
            hint={t('summary.text.hint')}
            value={copy.text}
            rows={10}
          />
          <Button>{t('summary.save')}</Button>
        </PostForm>
      </details>
    </>
  );
}

function TimeLink({ publicId, startMs }: { publicId: string; startMs: number }) {
  const { t } = useTranslation('transcript');
  const time = formatPosition(startMs);
  const href = `/transcriptions/${publicId}${timeLink(startMs)}`;
  return (
    <a href={href} aria-label={t('summary.place', { time })}>
      {time}
    </a>
  );
}

/** Optimistic locking: the version that the form was rendered for. */
function VersionField({ value }: { value: number | string }) {
  return <input type="hidden" name="version" value={value} />;
}
