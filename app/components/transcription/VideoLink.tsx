import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';

/** Link to the transcription of a video; with scripts it opens as a dialog. */
export function VideoLink() {
  const { t } = useTranslation('transcription');
  return (
    <ButtonLink kind="quiet" href="/transcriptions/youtube" data-island="dialog">
      {t('link')}
    </ButtonLink>
  );
}
