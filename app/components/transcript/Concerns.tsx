import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { Concern } from '@/app/domain/transcription/concern';
import { timeLink } from '@/app/domain/transcription/time-link';
import { Notice } from '../ui/Notice';

/** Beyond this number the user has to check the whole recording anyway. */
const MOST_SHOWN = 8;

/** Warnings about passages that the recognizer may have got wrong, with time links to check them. */
export function Concerns({ concerns, language }: { concerns: readonly Concern[]; language: string }) {
  const { t } = useTranslation('transcript');
  if (concerns.length === 0) return null;
  const more = concerns.length - MOST_SHOWN;
  return (
    <Notice kind="warning">
      {concerns.slice(0, MOST_SHOWN).map((concern) => (
        <p key={`${concern.kind} ${concern.startMs}`}>
          {concern.kind === 'language' ? (
            t('concern.language', {
              found: t(`language.${concern.language}`, { ns: 'transcription' }),
              asked: t(`language.${language}`, { ns: 'transcription' }),
            })
          ) : (
            <>
              <a href={timeLink(concern.startMs)}>
                {formatPosition(concern.startMs)}–{formatPosition(concern.endMs)}
              </a>{' '}
              {t(`concern.${concern.kind}`)}
            </>
          )}
        </p>
      ))}
      {more > 0 && <p>{t('concern.more', { count: more })}</p>}
    </Notice>
  );
}
