import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';
import { UnfinishedUploads, type UnfinishedUploadsProps } from './UnfinishedUploads';
import { UploadForm, type UploadFormProps } from './UploadForm';

export interface UploadSectionProps extends UploadFormProps {
  unfinishedUploads: UnfinishedUploadsProps['uploads'];
  hasVideos: boolean;
}

/** The ways to send a recording. */
export function UploadSection({ limits, unfinishedUploads, hasVideos }: UploadSectionProps) {
  const { t } = useTranslation('transcription');
  return (
    <>
      <UnfinishedUploads uploads={unfinishedUploads} />
      <UploadForm limits={limits} />
      {hasVideos && (
        <ButtonLink kind="quiet" href="/transcriptions/youtube" data-island="dialog">
          {t('link')}
        </ButtonLink>
      )}
    </>
  );
}
