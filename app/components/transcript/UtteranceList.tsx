import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { timeLink } from '@/app/domain/transcription/time-link';
import type { UtteranceView } from '@/app/domain/transcription/transcript-change';
import { lastBegun } from '@/app/domain/transcription/word-places';
import { shownStartMs } from '@/app/domain/transcription/word-timing';
import { SpeakerName } from './SpeakerName';
import styles from './UtteranceList.module.css';
import { UtteranceText } from './UtteranceText';

const HUES = 8;
/** Utterances that a browser draws, or leaves undrawn, together: it counts the groups at each key stroke. */
const GROUP = 50;

/** Speakers in their order of appearance, each with one of the hues. */
function hueBySpeaker(utterances: UtteranceView[]): Map<string, number> {
  const speakers = [...new Set(utterances.map(({ speaker }) => speaker))];
  return new Map(speakers.map((speaker, index) => [speaker, index % HUES]));
}

/**
 * The text. Each utterance costs the page some twenty bytes beside its words, so nothing is
 * said twice: no element per word, and the place to play from stands only in the time link,
 * `?t=<seconds>#t`, where the island finds it too. Ids, which cost as much as all the rest, have only the
 * utterance that such a link led to, and all of them (`u<index>`) where each has tools of its own.
 *
 * @param startAtMs where playback begins; null for the beginning
 * @param language of the recording, which need not be that of the page
 * @param toolsFor what stands below each utterance, by its place
 */
export function UtteranceList({
  utterances,
  language,
  startAtMs,
  toolsFor,
}: {
  utterances: UtteranceView[];
  language: string;
  startAtMs: number | null;
  toolsFor?: (index: number) => ReactNode;
}) {
  const { t, i18n } = useTranslation('transcript');
  const pageLanguage = toInterfaceLanguage(i18n.language);
  const labelLanguage = pageLanguage === language ? undefined : pageLanguage;
  const hues = hueBySpeaker(utterances);
  const groups = Array.from({ length: Math.ceil(utterances.length / GROUP) }, (_, number) =>
    utterances.slice(number * GROUP, (number + 1) * GROUP),
  );
  const asked =
    startAtMs === null ? -1 : lastBegun(utterances, ({ startMs }) => shownStartMs(startMs), startAtMs);
  return (
    <section className={styles.list} aria-labelledby="text-title" lang={language}>
      <h2 id="text-title" className="visually-hidden" lang={labelLanguage}>
        {t('text')}
      </h2>
      {groups.map((group, number) => (
        <div key={group[0]!.startMs}>
          {group.map(({ id, speaker, startMs, text, marks }, place) => {
            const index = number * GROUP + place;
            return (
              <section
                key={`${startMs} ${speaker}`}
                id={index === asked ? 't' : undefined}
                className={`speaker-${hues.get(speaker)}`}
              >
                <h3 lang={labelLanguage}>
                  <SpeakerName speaker={speaker} />
                </h3>
                <a href={timeLink(startMs)}>{formatPosition(startMs)}</a>
                <p id={toolsFor || index === asked ? `u${index}` : undefined} data-id={id}>
                  <UtteranceText text={text} marks={marks} />
                </p>
                {toolsFor?.(index)}
              </section>
            );
          })}
        </div>
      ))}
    </section>
  );
}
