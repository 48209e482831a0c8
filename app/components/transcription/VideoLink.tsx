import { useTranslation } from 'react-i18next';
import { ButtonLink } from '../ui/Button';

export function VideoLink() {
  const { t } = useTranslation('transcription');
  return (
    <ButtonLink kind="quiet" href="/transcriptions/youtube" data-island="dialog">
      {t('link')}
    </ButtonLink>
  );
}
