import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { MAX_SPEAKER_LENGTH } from '@/app/domain/transcript/rewrite-utterances';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import { PEOPLE_PAGE } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Button } from '../../ui/Button';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { Field } from '../../ui/Field';
import { useFormProblem } from '../../ui/form-problem';
import { BackLink } from '../../ui/Icon';
import { PostForm } from '../../ui/PostForm';
import { useSpeakerName } from '../SpeakerName';
import '../UtteranceList.module.css';
import styles from './PeoplePage.module.css';

interface SplitPersonPageProps {
  publicId: string;
  version: number;
  speaker: string;
  hue: number;
  freeLabel: string | null;
  names: string[];
  utterances: (TimeRange & { id: string; excerpt: string })[];
  /** Index of the first shown utterance, of `total`. */
  from: number;
  total: number;
}

/** What one person says, in which what somebody else says can be ticked. */
export function SplitPersonPage(props: SplitPersonPageProps) {
  const { t } = useTranslation('transcript');
  const nameOf = useSpeakerName();
  const base = `/transcriptions/${props.publicId}`;
  const address = `${base}/people?person=${encodeURIComponent(props.speaker)}`;
  const { lists } = useFormProblem();
  const chosen = new Set(lists.block);
  const next = props.from + props.utterances.length;
  return (
    <section className={styles.page} data-dialog={t('close')}>
      <BackLink href={`${base}/people`}>{t('people.title')}</BackLink>
      <h1 id="split-title">{t('split.title', { name: nameOf(props.speaker) })}</h1>
      <p className={styles.what}>{t('split.what')}</p>
      <PostForm action={`${address}&from=${props.from}`} intent="split" className={styles.form} noValidate>
        <ErrorSummary />
        <input type="hidden" name="version" value={props.version} />
        <input type="hidden" name="old_speaker" value={props.speaker} />
        <ul id="block" className={`${styles.utterances} speaker-${props.hue}`}>
          {props.utterances.map(({ id, startMs, endMs, excerpt }) => (
            <li key={id}>
              <input
                type="checkbox"
                id={`block-${id}`}
                name="block"
                value={id}
                defaultChecked={chosen.has(id)}
              />
              <label htmlFor={`block-${id}`}>{excerpt}</label>
              <a
                href={`${base}/audio#t=${startMs / 1000},${endMs / 1000}`}
                aria-label={t('split.listen', { time: formatPosition(startMs) })}
                {...mark(PEOPLE_PAGE.listen)}
              >
                {formatPosition(startMs)}
              </a>
            </li>
          ))}
        </ul>
        {props.total > props.utterances.length && (
          <p className={styles.what}>
            {t('split.range', { from: props.from + 1, to: next, total: props.total })}{' '}
            {next < props.total && <a href={`${address}&from=${next}`}>{t('split.next')}</a>}
          </p>
        )}
        <Field
          name="new_speaker"
          label={t('split.name')}
          hint={props.freeLabel ? t('split.hint', { name: nameOf(props.freeLabel) }) : undefined}
          list="other-names"
          maxLength={MAX_SPEAKER_LENGTH}
          autoComplete="off"
          required={!props.freeLabel}
        />
        <datalist id="other-names">
          {props.names.map((name) => (
            <option key={name} value={nameOf(name)} />
          ))}
        </datalist>
        <div>
          <Button>{t('split.submit')}</Button>
        </div>
      </PostForm>
    </section>
  );
}
