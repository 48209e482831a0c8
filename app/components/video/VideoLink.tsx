import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';

/** Leads to the transcription of a video, in a dialog where there are scripts. */
export function VideoLink() {
  const { t } = useTranslation('video');
  return (
    <ButtonLink kind="quiet" href="/transcriptions/youtube" data-island="dialog">
      {t('link')}
    </ButtonLink>
  );
}
