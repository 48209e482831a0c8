import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { BackLink } from '../ui/Icon';
import styles from './DownloadDocumentPage.module.css';

const FORMATS = ['pdf', 'docx', 'txt'] as const;

interface DownloadDocumentPageProps {
  publicId: string;
  title: string;
  recordingHref: string | null;
  /** File format whose export just failed; null otherwise. */
  failed: string | null;
}

export function DownloadDocumentPage({ publicId, title, recordingHref, failed }: DownloadDocumentPageProps) {
  const { t } = useTranslation(['document', 'transcript', 'errors']);
  const base = `/documents/${publicId}`;
  const failedFormat = FORMATS.find((format) => format === failed);
  return (
    <article className={styles.page} data-dialog={t('close')}>
      <h1 id="download-title">{t('download.title')}</h1>
      <p>
        <bdi>{title}</bdi>
      </p>
      {failedFormat && (
        <Alert kind="error">
          <p role="alert">{t(`export.${failedFormat}-failed`, { ns: 'errors' })}</p>
        </Alert>
      )}
      <ul className={styles.files}>
        {FORMATS.map((format) => (
          <li key={format}>
            <a href={`${base}/export.${format}`} download>
              {t(`export.file.${format}`, { ns: 'transcript' })}
            </a>
          </li>
        ))}
        {recordingHref && (
          <li>
            <a href={recordingHref} download>
              {t('export.file.audio', { ns: 'transcript' })}
            </a>
          </li>
        )}
      </ul>
      {!recordingHref && <p className={styles.note}>{t('export.audio-missing', { ns: 'errors' })}</p>}
      <p className={styles.back}>
        <BackLink href={base}>{t('download.back')}</BackLink>
      </p>
    </article>
  );
}
