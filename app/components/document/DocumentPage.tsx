import { useTranslation } from 'react-i18next';
import { DateTime } from '@/app/components/ui/DateTime';
import type { Topic } from '@/app/domain/document/topics';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { useFormProblem } from '../ui/form-problem';
import { BackLink, Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { SanitisedHtml } from '../ui/SanitisedHtml';
import { ContentForm } from './ContentForm';
import styles from './DocumentPage.module.css';
import './formats.css';
import { DOCUMENT_PAGE } from '@/app/islands/document/document.contract';
import { DRAFT_PAGE } from '@/app/islands/draft/draft.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Checkbox } from '../ui/Checkbox';
import { SourcePanel, type SourceTranscript } from './SourcePanel';

export interface DocumentPageProps {
  publicId: string;
  title: string;
  version: number;
  changeCount: number;
  savedAt: Date;
  /** The draft as plain text markup, and as HTML. */
  content: string;
  html: string;
  topics: Topic[];
  needsWarning: boolean;
  transcription: { publicId: string; title: string } | null;
  transcript: SourceTranscript | null;
  sources: { publicId: string; title: string }[];
  /** HTML of the submitted content before it is saved; null when no preview was requested. */
  preview: string | null;
}

export function DocumentPage(props: DocumentPageProps) {
  const { t } = useTranslation('document');
  const { publicId, title, savedAt, preview } = props;
  const { values } = useFormProblem();
  const base = `/documents/${publicId}`;
  const isInvalid = values.content !== undefined && preview === null;
  return (
    <article
      className={styles.page}
      {...mark(DOCUMENT_PAGE.article)}
      data-typed={values.content === undefined ? undefined : ''}
    >
      <header className={styles.head}>
        <BackLink href="/documents">{t('back')}</BackLink>
        <h1>
          <bdi>{title}</bdi>
        </h1>
        <p {...mark(DOCUMENT_PAGE.saved)}>
          {t('saved')} <DateTime at={savedAt} />
        </p>
        <p className={styles.ways}>
          <a href={`${base}/download`} data-island="dialog">
            <Icon name="download" /> {t('download')}
          </a>
          <a href={`${base}/versions`}>
            <Icon name="clock" /> {t('versions')}
          </a>
        </p>
      </header>
      <div className={styles.columns}>
        <div className={styles.main} {...mark(DOCUMENT_PAGE.main)}>
          <ErrorSummary />
          {props.needsWarning ? <WarningForm /> : <ContentForm {...props} />}
          {props.changeCount > 0 && <UnsavedChanges {...props} />}
          <section className={styles.preview} aria-labelledby="preview-title" {...mark(DRAFT_PAGE.plain)}>
            <h2 id="preview-title">
              {t(preview !== null ? 'preview.typed' : isInvalid ? 'preview.present' : 'preview.saved')}
            </h2>
            <Topics topics={preview === null ? props.topics : []} />
            <SanitisedHtml className="document-text" html={preview ?? props.html} />
          </section>
        </div>
        <SourcePanel {...props} />
      </div>
    </article>
  );
}

function Topics({ topics }: { topics: Topic[] }) {
  const { t } = useTranslation('document');
  if (topics.length === 0) return null;
  return (
    <nav className={styles.topics} aria-label={t('topics')}>
      <h3>{t('topics')}</h3>
      <ul>
        {topics.map(({ id, text }) => (
          <li key={id}>
            <a href={`#${id}`}>{text}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/** Saves or discards the draft changes that came from the scripted editor. */
function UnsavedChanges({ changeCount, version }: DocumentPageProps) {
  const { t } = useTranslation('transcript');
  return (
    <PostForm className={styles.waiting} {...mark(DRAFT_PAGE.plain)}>
      <Alert kind="info">
        <p>{t('waiting', { count: changeCount })}</p>
      </Alert>
      <input type="hidden" name="version" value={version} />
      <Button kind="quiet" name="intent" value="commit">
        {t('save')}
      </Button>
      <Button kind="danger" name="intent" value="discard">
        {t('discard')}
      </Button>
    </PostForm>
  );
}

function WarningForm() {
  const { t } = useTranslation('document');
  return (
    <PostForm
      className={styles.warning}
      aria-labelledby="warning-title"
      noValidate
      data-warning
      intent="warn"
    >
      <h2 id="warning-title">{t('warning.title')}</h2>
      <p>{t('warning.text')}</p>
      <Checkbox name="understood" label={t('warning.understood')} required />
      <Button>{t('warning.continue')}</Button>
    </PostForm>
  );
}
