import { useTranslation } from 'react-i18next';
import { Alert } from '../ui/Alert';
import { UploadForm, type UploadFormProps } from './UploadForm';

interface ShareTargetPageProps extends UploadFormProps {
  /** A file was shared before the user had signed in, and has to be sent again. */
  isAgain: boolean;
}

/** Fallback of the Web Share Target: upload form for a shared recording that could not be accepted. */
export function ShareTargetPage({ isAgain, limits }: ShareTargetPageProps) {
  const { t } = useTranslation('transcription');
  return (
    <>
      <h1>{t('upload.title')}</h1>
      {isAgain && <Alert kind="warning">{t('upload.notShared')}</Alert>}
      <UploadForm limits={limits} />
    </>
  );
}
