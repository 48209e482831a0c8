import { useTranslation } from 'react-i18next';
import { UploadForm, type UploadFormProps } from '../transcription/UploadForm';

/** Where a recording that was shared and not taken can be sent in another way. */
export function SharePage(upload: UploadFormProps) {
  const { t } = useTranslation('transcription');
  return (
    <>
      <h1>{t('upload.title')}</h1>
      <UploadForm {...upload} />
    </>
  );
}
