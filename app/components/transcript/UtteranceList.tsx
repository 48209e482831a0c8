import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import type { Utterance } from '@/app/domain/transcription/transcript';
import styles from './UtteranceList.module.css';

/** What a page shows of an utterance; its words stay on the server. */
export type UtteranceView = Pick<Utterance, 'speaker' | 'startMs' | 'text'>;

const HUES = 8;

/** The diarizer's own labels are single letters; anything else is a name a person gave. */
const isAnonymous = (speaker: string) => /^[A-Z]$/.test(speaker);

/** Speakers in their order of appearance, each with one of the hues. */
function hueBySpeaker(utterances: UtteranceView[]): Map<string, number> {
  const speakers = [...new Set(utterances.map(({ speaker }) => speaker))];
  return new Map(speakers.map((speaker, index) => [speaker, index % HUES]));
}

/** In tenths, rounded down: near enough to listen from, and short. */
const secondsOf = (ms: number) => Math.floor(ms / 100) / 10;

/**
 * The text. Each utterance costs the page some twenty bytes beside its words, so nothing is
 * said twice: no element per word, and the place to play from stands only in the time link,
 * `?t=<seconds>#u<index>`, where the seek island finds it too.
 *
 * @param language of the recording, which need not be that of the page
 */
export function UtteranceList({ utterances, language }: { utterances: UtteranceView[]; language: string }) {
  const { t, i18n } = useTranslation('transcript');
  const pageLanguage = toInterfaceLanguage(i18n.language);
  const labelLanguage = pageLanguage === language ? undefined : pageLanguage;
  const hues = hueBySpeaker(utterances);
  return (
    <section className={styles.list} aria-labelledby="text-title" lang={language}>
      <h2 id="text-title" className="visually-hidden" lang={labelLanguage}>
        {t('text')}
      </h2>
      {utterances.map(({ speaker, startMs, text }, index) => (
        <section key={`${startMs} ${speaker}`} className={`speaker-${hues.get(speaker)}`}>
          <h3 lang={labelLanguage}>
            {isAnonymous(speaker) ? t('speaker', { label: speaker }) : <bdi>{speaker}</bdi>}
          </h3>
          <a href={`?t=${secondsOf(startMs)}#u${index}`}>{formatPosition(startMs)}</a>
          <p id={`u${index}`}>{text}</p>
        </section>
      ))}
    </section>
  );
}
