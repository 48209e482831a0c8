import type { SerializeFrom } from '@remix-run/node';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { TranscriptWarning } from '@/app/domain/speech/transcript-warning';
import { timeLink } from '@/app/domain/transcript/time-link';
import { Alert } from '../ui/Alert';

/** Beyond this number the user has to check the whole recording anyway. */
const MAX_SHOWN = 8;

export interface TranscriptWarningsProps {
  concerns: SerializeFrom<() => TranscriptWarning[]>;
  language: string;
}

export function TranscriptWarnings({ concerns, language }: TranscriptWarningsProps) {
  const { t, i18n } = useTranslation('transcript');
  const nameOf = (code: string) =>
    t(`language.${code}`, {
      ns: 'transcription',
      defaultValue: new Intl.DisplayNames(i18n.language, { type: 'language' }).of(code),
    });
  if (concerns.length === 0) return null;
  const more = concerns.length - MAX_SHOWN;
  return (
    <Alert kind="warning">
      {concerns.slice(0, MAX_SHOWN).map((warning) => (
        <p key={`${warning.kind} ${warning.startMs}`}>
          {warning.kind === 'language' ? (
            t('concern.language', {
              found: nameOf(warning.language!),
              asked: nameOf(language),
            })
          ) : (
            <>
              <a href={timeLink(warning.startMs)}>
                {formatPosition(warning.startMs)}–{formatPosition(warning.endMs)}
              </a>{' '}
              {t(`concern.${warning.kind}`)}
            </>
          )}
        </p>
      ))}
      {more > 0 && <p>{t('concern.more', { count: more })}</p>}
    </Alert>
  );
}
