import { useTranslation } from 'react-i18next';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import { Button } from '../../ui/Button';
import { Checkbox } from '../../ui/Checkbox';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { Field } from '../../ui/Field';
import { useFormProblem } from '../../ui/form-problem';
import { PostForm } from '../../ui/PostForm';
import { useSpeakerName } from '../SpeakerName';
import styles from './RenameSpeakerPage.module.css';

interface RenameSpeakerPageProps {
  publicId: string;
  version: number;
  index: number;
  speaker: string;
  startMs: number;
  endMs: number;
  speakers: string[];
}

export function RenameSpeakerPage(props: RenameSpeakerPageProps) {
  const { t } = useTranslation('transcript');
  const nameOf = useSpeakerName();
  // Another speaker has the new name already: continuing merges the two.
  const needsMergeConfirmation = useFormProblem().errors.merge !== undefined;
  const back = `/transcriptions/${props.publicId}?edit=1#u${props.index}`;
  return (
    <section className={styles.dialog} data-dialog={t('close')}>
      <h1 id="speaker-title">{t('speaker.title')}</h1>
      <PostForm className={styles.form} noValidate>
        <ErrorSummary />
        <input type="hidden" name="version" value={props.version} />
        <input type="hidden" name="old_speaker" value={props.speaker} />
        <input type="hidden" name="start" value={props.startMs} />
        <input type="hidden" name="end" value={props.endMs} />
        <Field
          name="new_speaker"
          label={t('speaker.name', { name: nameOf(props.speaker) })}
          value={isAnonymous(props.speaker) ? '' : props.speaker}
          list="speakers"
          maxLength={80}
          autoComplete="off"
          required
        />
        <datalist id="speakers">
          {props.speakers.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
        {needsMergeConfirmation && <Checkbox name="merge" label={t('speaker.merge')} />}
        <div className={styles.actions}>
          <Button name="intent" value="all">
            {t('speaker.all')}
          </Button>
          <Button kind="quiet" name="intent" value="single">
            {t('speaker.single')}
          </Button>
          <a href={back}>{t('cancel')}</a>
        </div>
      </PostForm>
    </section>
  );
}
