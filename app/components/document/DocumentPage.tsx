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
  const isTyped = values.content !== undefined;
  const isInvalid = isTyped && preview === null;
  const plainEditing = !props.needsWarning && <PlainEditing {...props} isOpen={isTyped} />;
  return (
    <article className={styles.page} {...mark(DOCUMENT_PAGE.article)} data-typed={isTyped ? '' : undefined}>
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
          <SourceLink {...props} />
        </p>
      </header>
      <div className={styles.columns}>
        <div className={styles.main} {...mark(DOCUMENT_PAGE.main)}>
          <ErrorSummary />
          {!props.needsWarning && <EditorFailure base={base} />}
          {props.needsWarning && <WarningForm />}
          {isTyped && plainEditing}
          {props.changeCount > 0 && <UnsavedChanges {...props} />}
          <section className={styles.preview} aria-labelledby="preview-title" {...mark(DRAFT_PAGE.plain)}>
            <h2 id="preview-title" className={isTyped ? undefined : 'visually-hidden'}>
              {t(preview !== null ? 'preview.typed' : isInvalid ? 'preview.present' : 'preview.saved')}
            </h2>
            <Topics topics={preview === null ? props.topics : []} />
            <SanitisedHtml className="document-text" html={preview ?? props.html} />
          </section>
          {!isTyped && plainEditing}
        </div>
        <SourcePanel {...props} />
      </div>
    </article>
  );
}

/** Leads to the transcription where that is below the text. */
function SourceLink({ transcript, sources }: DocumentPageProps) {
  const { t } = useTranslation('document');
  if (!transcript && sources.length === 0) return null;
  return (
    <a href="#source-title" className={styles.toSource}>
      <Icon name="audio-lines" /> {t('source.title')}
    </a>
  );
}

/** The way to edit without scripts, until the editor replaces it. */
function PlainEditing({ isOpen, ...props }: DocumentPageProps & { isOpen: boolean }) {
  const { t } = useTranslation('document');
  return (
    <details id="plain-editing" className={styles.plain} open={isOpen} {...mark(DOCUMENT_PAGE.plain)}>
      <summary>{t('plain')}</summary>
      <ContentForm {...props} />
    </details>
  );
}

/** Shown by the stylesheet when a script of the editor failed to load. */
function EditorFailure({ base }: { base: string }) {
  const { t } = useTranslation('document');
  return (
    <div className={styles.failure}>
      <Alert kind="warning">
        <p>{t('editor.failed')}</p>
        <p className={styles.ways}>
          <a href={base}>{t('editor.retry')}</a>
          <a href="#plain-editing">{t('plain')}</a>
        </p>
      </Alert>
    </div>
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
