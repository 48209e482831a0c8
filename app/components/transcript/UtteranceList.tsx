import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { huesOf } from '@/app/domain/transcript/people';
import type { SoughtHits } from '@/app/domain/transcript/sought-hits';
import { timeLink } from '@/app/domain/transcript/time-link';
import { lastStartedIndex } from '@/app/domain/transcript/word-ranges';
import { displayedStartMs } from '@/app/domain/transcript/word-timing';
import { SpeakerName } from './SpeakerName';
import styles from './UtteranceList.module.css';
import { type ShownUtterance, UtteranceText } from './UtteranceText';

/** Utterances per `content-visibility` group. Browsers count the groups at each key stroke: few are fast. */
const GROUP_SIZE = 50;

interface UtteranceListProps {
  utterances: ShownUtterance[];
  language: string;
  startAtMs: number | null;
  sought?: SoughtHits | null;
  toolsFor?: ((index: number) => ReactNode) | undefined;
}

/**
 * Page weight matters: an utterance adds some twenty bytes besides its words. There is no element per word,
 * and the start time is only in the time link, `?t=<seconds>#t`, where the island reads it too. Ids would
 * cost as much as all the rest: only the utterance that such a link targets has one, or each where it has
 * tools (`u<index>`). `language` is that of the recording, which may differ from that of the page.
 */
export function UtteranceList({ utterances, language, startAtMs, sought, toolsFor }: UtteranceListProps) {
  const { t, i18n } = useTranslation('transcript');
  const pageLanguage = toInterfaceLanguage(i18n.language);
  const labelLanguage = pageLanguage === language ? undefined : pageLanguage;
  const hues = huesOf(utterances);
  const hits = new Set(sought?.hits);
  const groups = Array.from({ length: Math.ceil(utterances.length / GROUP_SIZE) }, (_, number) =>
    utterances.slice(number * GROUP_SIZE, (number + 1) * GROUP_SIZE),
  );
  const targetIndex =
    startAtMs === null
      ? -1
      : lastStartedIndex(utterances, ({ startMs }) => displayedStartMs(startMs), startAtMs);
  return (
    <section className={styles.list} aria-labelledby="text-title" lang={language}>
      <h2 id="text-title" className="visually-hidden" lang={labelLanguage}>
        {t('text')}
      </h2>
      {groups.map((group, number) => (
        <div key={group[0]!.startMs}>
          {group.map(({ id, speaker, startMs, text, marks }, place) => {
            const index = number * GROUP_SIZE + place;
            return (
              <section
                key={`${startMs} ${speaker}`}
                id={index === targetIndex ? 't' : undefined}
                className={`speaker-${hues.get(speaker)}`}
              >
                <h3 lang={labelLanguage}>
                  <SpeakerName speaker={speaker} />
                </h3>
                <a href={timeLink(startMs)}>{formatPosition(startMs)}</a>
                <p id={toolsFor || index === targetIndex ? `u${index}` : undefined} data-id={id}>
                  <UtteranceText
                    text={text}
                    marks={marks}
                    sought={hits.has(index) ? sought?.words : undefined}
                  />
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
