import { useTranslation } from 'react-i18next';
import { Button, ButtonLink } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { UnfinishedUploads, type UnfinishedUploadsProps } from './UnfinishedUploads';
import { UploadForm, type UploadFormProps } from './UploadForm';

export interface UploadSectionProps extends UploadFormProps {
  unfinishedUploads: UnfinishedUploadsProps['uploads'];
  hasVideos: boolean;
}

/** The ways to send a recording. */
export function UploadSection({ limits, unfinishedUploads, hasVideos }: UploadSectionProps) {
  const { t } = useTranslation('transcription');
  const { t: tUpload } = useTranslation('upload');
  return (
    <>
      <UnfinishedUploads uploads={unfinishedUploads} maxFileHours={limits.maxFileMs / 3_600_000} />
      <UploadForm limits={limits} />
      {hasVideos && (
        <ButtonLink kind="quiet" href="/transcriptions/youtube" data-island="dialog">
          {t('link')}
        </ButtonLink>
      )}
      <ButtonLink kind="quiet" href="/transcriptions/import">
        {tUpload('import.link')}
      </ButtonLink>
    </>
  );
}

export function SampleForm() {
  const { t } = useTranslation('transcription');
  return (
    <PostForm intent="sample">
      <Button kind="quiet" busyLabel={t('sample.busy')}>
        <Icon name="play" /> {t('sample.submit')}
      </Button>
    </PostForm>
  );
}
