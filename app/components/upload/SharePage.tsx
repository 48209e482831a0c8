import { useTranslation } from 'react-i18next';
import { UploadForm, type UploadFormProps } from '../transcription/UploadForm';
import { Notice } from '../ui/Notice';

export interface SharePageProps extends UploadFormProps {
  /** Something was shared before its person had signed in. */
  isAgain: boolean;
}

/** Where a recording that was shared and not taken can be sent in another way. */
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
