import { useTranslation } from 'react-i18next';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import { LAYOUTS, type Layout, SHOWN_PARTS, type ShownPart } from '@/app/domain/transcript/export/options';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';
import { ErrorSummary } from '../ui/ErrorSummary';
import { BackLink, Icon } from '../ui/Icon';
import { CaptionReview, type CaptionReviewProps } from './captions/CaptionReview';
import styles from './DownloadPage.module.css';
import { RecordingDownloads, type RecordingFiles } from './RecordingDownloads';
import { UnsavedDownload } from './UnsavedDownload';

const PRINTABLE_FORMATS = ['pdf', 'docx', 'txt'] as const;
const CAPTION_FORMATS = ['srt', 'vtt'] as const;
const FORMATS = [...PRINTABLE_FORMATS, ...CAPTION_FORMATS, 'json'] as const;

interface DownloadPageProps extends RecordingFiles {
  publicId: string;
  title: string;
  hasText: boolean;
  hasRecording: boolean;
  layout: Layout;
  shown: ShownPart[];
  /** File format whose export just failed, or 'audio'; null otherwise. */
  failed: string | null;
  /** Null before there is a text. */
  unsaved: UnsavedChanges | null;
  /** Null without captions. */
  captions: CaptionReviewProps['review'] | null;
}

export function DownloadPage(props: DownloadPageProps) {
  const { t } = useTranslation(['transcript', 'common', 'errors']);
  const base = `/transcriptions/${props.publicId}`;
  const failed = ([...PRINTABLE_FORMATS, 'audio'] as const).find((format) => format === props.failed);
  const unsaved = props.unsaved && props.unsaved.changeCount > 0 ? props.unsaved : null;
  return (
    <article className={styles.page} data-dialog={t('dialog.close', { ns: 'common' })}>
      <h1 id="download-title">{t('export.title')}</h1>
      <p>
        <bdi>{props.title}</bdi>
      </p>
      <ErrorSummary />
      {failed && (
        <Alert kind="error">
          <p role="alert">{t(`export.${failed}-failed`, { ns: 'errors' })}</p>
        </Alert>
      )}
      {props.hasText && !unsaved && <PrintForm {...props} />}
      {unsaved && (
        <UnsavedDownload unsaved={unsaved} formats={FORMATS}>
          <PrintOptions {...props} />
        </UnsavedDownload>
      )}
      {props.hasText && (
        <p>
          <a href={`${base}/degravacao`}>{t('export.degravacao')}</a>
        </p>
      )}
      <h2>{t('export.others')}</h2>
      <ul className={styles.others}>
        {props.hasText && !unsaved && (
          <li>
            <a href={`${base}/export.json`} download>
              {t('export.file.json')}
            </a>
          </li>
        )}
        {props.hasRecording && (
          <RecordingDownloads base={base} hasCopies={props.hasCopies} originalFormat={props.originalFormat} />
        )}
      </ul>
      {!props.hasRecording && <p>{t('export.audio-missing', { ns: 'errors' })}</p>}
      {props.captions && props.captions.captionCount > 0 && (
        <CaptionReview
          base={base}
          review={props.captions}
          hasRecording={props.hasRecording}
          otherwise={`${base}/download?${queryWithOtherNames(props)}#captions-title`}
        />
      )}
      <p className={styles.back}>
        <BackLink href={props.hasText ? base : '/transcriptions'}>{t('export.back')}</BackLink>
      </p>
    </article>
  );
}

/** The options with the names shown where they are hidden, and hidden where they are shown. */
function queryWithOtherNames({ layout, shown }: DownloadPageProps): URLSearchParams {
  const query = new URLSearchParams({ layout, show: '' });
  for (const part of SHOWN_PARTS) {
    if (shown.includes(part) !== (part === 'speakers')) query.append('show', part);
  }
  return query;
}

function PrintForm(props: DownloadPageProps) {
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  return (
    <form method="get" className={styles.form} data-download>
      {/* Without a value in the address, all parts are shown. */}
      <input type="hidden" name="show" value="" />
      <PrintOptions {...props} />
      <div className={styles.buttons}>
        {[...PRINTABLE_FORMATS, ...CAPTION_FORMATS].map((format, index) => (
          <Button
            key={format}
            kind={index === 0 ? 'primary' : 'quiet'}
            formAction={`${base}/export.${format}`}
          >
            <Icon name="download" /> {t(`export.file.${format}`)}
          </Button>
        ))}
      </div>
    </form>
  );
}

function PrintOptions(props: DownloadPageProps) {
  const { t } = useTranslation('transcript');
  return (
    <>
      <fieldset>
        <legend>{t('export.layout')}</legend>
        {LAYOUTS.map((layout) => (
          <div key={layout} className={styles.choice}>
            <input
              type="radio"
              id={`layout-${layout}`}
              name="layout"
              value={layout}
              defaultChecked={layout === props.layout}
              aria-describedby={`layout-${layout}-hint`}
            />
            <label htmlFor={`layout-${layout}`}>{t(`export.layout.${layout}`)}</label>
            <p id={`layout-${layout}-hint`}>{t(`export.layout.${layout}.hint`)}</p>
          </div>
        ))}
      </fieldset>
      <fieldset>
        <legend>{t('export.show')}</legend>
        {SHOWN_PARTS.map((part) => (
          <div key={part} className={styles.choice}>
            <input
              type="checkbox"
              id={`show-${part}`}
              name="show"
              value={part}
              defaultChecked={props.shown.includes(part)}
            />
            <label htmlFor={`show-${part}`}>{t(`export.show.${part}`)}</label>
          </div>
        ))}
      </fieldset>
    </>
  );
}
