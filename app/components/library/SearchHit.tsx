import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { TextPart } from '@/app/domain/library/searchable-words';
import { hitLink } from '@/app/domain/transcript/hit-link';
import { displayedStartMs } from '@/app/domain/transcript/word-timing';
import { SEARCH } from '@/app/islands/library/search.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { SpeakerName } from '../transcript/SpeakerName';
import { Icon } from '../ui/Icon';
import styles from './SearchPage.module.css';

export interface SearchHitView {
  number: number;
  speaker: string;
  startMs: number;
  parts: TextPart[];
}

interface SearchHitProps extends SearchHitView {
  base: string;
  asked: string;
  title: string;
  audio: string | null;
}

/** The text leads to its place in the transcript; the time plays from there, the button without leaving. */
export function SearchHit({ base, asked, title, audio, number, speaker, startMs, parts }: SearchHitProps) {
  const { t } = useTranslation('library');
  const time = formatPosition(startMs);
  return (
    <>
      <p className={styles.place}>
        {audio && (
          <button
            type="button"
            className={styles.play}
            title={t('search.play', { time })}
            aria-label={t('search.play', { time })}
            {...mark(SEARCH.play, {
              audio,
              from: displayedStartMs(startMs),
              label: t('search.play', { time }),
              pause: t('search.pause', { time }),
            })}
            data-title={title}
          >
            <Icon name="play" />
          </button>
        )}
        <SpeakerName speaker={speaker} />
        <a href={`${base}${hitLink({ q: asked, hit: number, startMs })}`}>{time}</a>
      </p>
      <p className={styles.text}>
        <a href={`${base}${hitLink({ q: asked, hit: number })}`} {...mark(SEARCH.target)}>
          {parts.map(({ start, text, isHit }) => (isHit ? <mark key={start}>{text}</mark> : text))}
        </a>
      </p>
    </>
  );
}
