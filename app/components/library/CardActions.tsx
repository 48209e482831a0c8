import { useTranslation } from 'react-i18next';
import { isInProgress } from '@/app/domain/transcription/status';
import { PostForm } from '../ui/PostForm';
import type { TranscriptionCardProps } from './TranscriptionCard';

export function CardActions({ row, search }: TranscriptionCardProps) {
  const { t } = useTranslation('transcription');
  const pageHref = (page: string) => `/transcriptions/${row.publicId}/${page}${search}`;
  const underway = isInProgress(row.status);
  return (
    <PostForm>
      <input type="hidden" name="crypto" value={row.publicId} />
      <button
        type="submit"
        name="intent"
        value={row.isFavourite ? 'unfavourite' : 'favourite'}
        aria-pressed={row.isFavourite}
      >
        {t('card.favourite')}
      </button>
      {!underway && (
        <a href={pageHref('download')} data-island="dialog">
          {t('card.download')}
        </a>
      )}
      <a href={pageHref('tags')} data-island="dialog">
        {t('card.tags')}
      </a>
      {(row.status === 'stored' || row.status === 'failed') && row.hasRecording && (
        <button type="submit" name="intent" value="resend">
          {t('card.resend')}
        </button>
      )}
      <a href={pageHref('delete')} data-island="dialog">
        {t(underway ? 'card.cancel' : 'card.delete')}
      </a>
    </PostForm>
  );
}
