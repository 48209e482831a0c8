import { useTranslation } from 'react-i18next';
import { DOCUMENT_FORMATS } from '@/app/domain/document/printable-document';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import { RecordingDownloads, type RecordingFiles } from '../transcript/RecordingDownloads';
import { UnsavedDownload } from '../transcript/UnsavedDownload';
import { Alert } from '../ui/Alert';
import { ErrorSummary } from '../ui/ErrorSummary';
import { BackLink } from '../ui/Icon';
import styles from './DownloadDocumentPage.module.css';

interface DownloadDocumentPageProps {
  publicId: string;
  title: string;
  /** Of the transcription beside the document; null without one, and after its deletion. */
  recording: (RecordingFiles & { base: string }) | null;
  unsaved: UnsavedChanges;
  /** File format whose export just failed, or 'audio'; null otherwise. */
  failed: string | null;
}

export function DownloadDocumentPage(props: DownloadDocumentPageProps) {
  const { publicId, title, recording, unsaved, failed } = props;
  const { t } = useTranslation(['document', 'transcript', 'errors']);
  const base = `/documents/${publicId}`;
  const isSaved = unsaved.changeCount === 0;
  const failedFormat = ([...DOCUMENT_FORMATS, 'audio'] as const).find((format) => format === failed);
  return (
    <article className={styles.page} data-dialog={t('close')}>
      <h1 id="download-title">{t('download.title')}</h1>
      <p>
        <bdi>{title}</bdi>
      </p>
      <ErrorSummary />
      {failedFormat && (
        <Alert kind="error">
          <p role="alert">{t(`export.${failedFormat}-failed`, { ns: 'errors' })}</p>
        </Alert>
      )}
      {isSaved || <UnsavedDownload unsaved={unsaved} formats={DOCUMENT_FORMATS} />}
      {(isSaved || recording) && (
        <ul className={styles.files}>
          {isSaved &&
            DOCUMENT_FORMATS.map((format) => (
              <li key={format}>
                <a href={`${base}/export.${format}`} download>
                  {t(`export.file.${format}`, { ns: 'transcript' })}
                </a>
              </li>
            ))}
          {recording && <RecordingDownloads {...recording} documentId={publicId} />}
        </ul>
      )}
      {!recording && <p className={styles.note}>{t('export.audio-missing', { ns: 'errors' })}</p>}
      <p className={styles.back}>
        <BackLink href={base}>{t('download.back')}</BackLink>
      </p>
    </article>
  );
}
