import { useTranslation } from 'react-i18next';

export interface RecordingFiles {
  /** Whether the recording has its copies for playback by now. */
  hasCopies: boolean;
  /** Such as 'WAV'. */
  originalFormat: string;
}

interface RecordingDownloadsProps extends RecordingFiles {
  /** Path of the transcription. */
  base: string;
  /** Id of the document whose download page comes back after a failure; else that of the transcription does. */
  documentId?: string;
}

/** List items that download a recording as MP3 and as it was uploaded. */
export function RecordingDownloads(props: RecordingDownloadsProps) {
  const { base, documentId, hasCopies, originalFormat } = props;
  const { t } = useTranslation('transcript');
  const origin = documentId ? `&document=${documentId}` : '';
  // Without the attribute `download`, with which browsers would save the page that tells of a failure.
  return (
    <>
      {hasCopies && (
        <li>
          <a href={`${base}/audio?download=mp3${origin}`} data-download>
            {t('export.file.mp3')}
          </a>
        </li>
      )}
      <li>
        <a href={`${base}/audio?download=original${origin}`} data-download>
          {t('export.file.original', { format: originalFormat })}
        </a>
      </li>
    </>
  );
}
