import { useTranslation } from 'react-i18next';
import type { AppErrorCode } from '@/app/domain/errors';
import { formatBytes } from '@/app/domain/format/format-bytes';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { UPLOAD_EXPIRY_DAYS } from '@/app/domain/upload/upload-form';
import { mark } from '@/app/islands/ui/part.contract';
import { UNFINISHED_UPLOAD } from '@/app/islands/upload/upload.contract';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';

export interface UnfinishedUploadsProps {
  uploads: {
    publicId: string;
    fileName: string;
    sizeBytes: number;
    receivedBytes: number;
    rejection: AppErrorCode | null;
  }[];
  /** Limit on the duration of a recording, in hours. */
  maxFileHours: number;
}

export function UnfinishedUploads({ uploads, maxFileHours }: UnfinishedUploadsProps) {
  const { t, i18n } = useTranslation('upload');
  const { t: tErrors } = useTranslation('errors');
  if (uploads.length === 0) return null;
  return (
    <div data-island="unfinished-uploads">
      <Alert kind="info">
        <strong>{t('unfinished.title', { count: uploads.length })}</strong>
        {uploads.some(({ rejection }) => !rejection) && (
          <p>{t('unfinished.how', { days: UPLOAD_EXPIRY_DAYS })}</p>
        )}
        {uploads.map(({ publicId, fileName, sizeBytes, receivedBytes, rejection }) => (
          <form
            key={publicId}
            method="post"
            action={`/uploads/${publicId}/discard`}
            {...mark(UNFINISHED_UPLOAD.root, { upload: `/uploads/${publicId}` })}
            data-island="submit-once"
          >
            <p>
              <bdi>{fileName}</bdi>:{' '}
              {rejection
                ? tErrors(rejection, { limit: maxFileHours })
                : t('unfinished.received', {
                    percent: Math.floor((receivedBytes / sizeBytes) * 100),
                    size: formatBytes(sizeBytes, toInterfaceLanguage(i18n.language)),
                  })}
              <span {...mark(UNFINISHED_UPLOAD.elsewhere)} hidden>
                {' '}
                {t('unfinished.elsewhere')}
              </span>
            </p>
            <Button
              type="button"
              {...mark(UNFINISHED_UPLOAD.continue)}
              hidden
              aria-label={t('unfinished.continueFile', { file: fileName })}
            >
              {t('unfinished.continue')}
            </Button>{' '}
            <Button kind="quiet" aria-label={t('unfinished.discardFile', { file: fileName })}>
              {t('unfinished.discard')}
            </Button>
          </form>
        ))}
      </Alert>
    </div>
  );
}
