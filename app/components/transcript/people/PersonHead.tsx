import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import type { Person } from '@/app/domain/transcript/people';
import { PEOPLE_PAGE } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { SpeakerName, useSpeakerName } from '../SpeakerName';
import styles from './PeoplePage.module.css';

/** Name, share of the speaking time, and a link to a piece of the voice. */
export function PersonHead(props: Person & { base: string; hasRecording: boolean }) {
  const { t } = useTranslation('transcript');
  const nameOf = useSpeakerName();
  const { startMs, endMs } = props.clip;
  const seconds = Math.max(1, Math.round((endMs - startMs) / 1000));
  return (
    <div className={styles.head}>
      <strong>
        <SpeakerName speaker={props.speaker} />
      </strong>
      <span>{t('people.share', { percent: props.percent, time: formatPosition(props.spokenMs) })}</span>
      {props.hasRecording && (
        <a href={`${props.base}/audio#t=${startMs / 1000},${endMs / 1000}`} {...mark(PEOPLE_PAGE.listen)}>
          {t('people.listen', { seconds })} <span className="visually-hidden">{nameOf(props.speaker)}</span>
        </a>
      )}
    </div>
  );
}
