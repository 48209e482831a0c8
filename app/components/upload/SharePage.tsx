import { useTranslation } from 'react-i18next';
import { UploadForm, type UploadFormProps } from '../transcription/UploadForm';
import { Notice } from '../ui/Notice';

export interface SharePageProps extends UploadFormProps {
  /** A file was shared before the user had signed in, and has to be sent again. */
  isAgain: boolean;
}

/** Fallback of the Web Share Target: upload form for a shared recording that could not be accepted. */
export function SharePage({ isAgain, ...upload }: SharePageProps) {
  const { t } = useTranslation('transcription');
  return (
    <>
      <h1>{t('upload.title')}</h1>
      {isAgain && <Notice kind="warning">{t('upload.notShared')}</Notice>}
      <UploadForm {...upload} />
    </>
  );
}
