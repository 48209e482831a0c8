import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { HIGHLIGHT_COLORS, type Word } from '@/app/domain/transcript/transcript';
import { Alert } from '../../ui/Alert';
import { Button, ButtonLink } from '../../ui/Button';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { useFormProblem } from '../../ui/form-problem';
import { BackLink } from '../../ui/Icon';
import { PostForm } from '../../ui/PostForm';
import { Select } from '../../ui/Select';
import { TextArea } from '../../ui/TextArea';
import { RecordingPlayer } from '../RecordingPlayer';
import { SpeakerName } from '../SpeakerName';
import styles from './UtterancePage.module.css';

const MARKS = [...HIGHLIGHT_COLORS, 'struck', 'none'] as const;

interface UtterancePageProps {
  publicId: string;
  version: number;
  language: string;
  index: number;
  speaker: string;
  startMs: number;
  text: string;
  words: Pick<Word, 'text' | 'startMs' | 'highlight' | 'struck'>[];
}

export function UtterancePage(props: UtterancePageProps) {
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  return (
    <article className={styles.page}>
      <header>
        <BackLink href={`${base}?edit=1#u${props.index}`}>{t('block.back')}</BackLink>
        <h1>{t('block.title')}</h1>
        <p>
          <SpeakerName speaker={props.speaker} /> · {formatPosition(props.startMs)}
        </p>
      </header>
      <RecordingPlayer playback={null} base={base} startAtMs={props.startMs} language={props.language} />
      {/* One form: either button keeps what was typed and chosen. */}
      <PostForm className={styles.form} noValidate>
        <ErrorSummary />
        <input type="hidden" name="version" value={props.version} />
        <TextArea name="content" label={t('block.text')} hint={t('block.hint')} value={props.text} rows={8} />
        <Button name="intent" value="text">
          {t('save')}
        </Button>
        <WordMarks words={props.words} />
        <Button kind="quiet" name="intent" value="mark">
          {t('mark.apply')}
        </Button>
      </PostForm>
    </article>
  );
}

function WordMarks({ words }: Pick<UtterancePageProps, 'words'>) {
  const { t } = useTranslation('transcript');
  return (
    <>
      <fieldset className={styles.words}>
        <legend>{t('mark.words')}</legend>
        {words.map(({ text, startMs, highlight, struck }, index) => (
          <label key={`${startMs} ${text}`} data-color={highlight}>
            <input type="checkbox" name="word" value={index} />
            {struck ? <s>{text}</s> : text}
          </label>
        ))}
      </fieldset>
      <Select
        name="mark"
        label={t('mark')}
        value="yellow"
        options={MARKS.map((mark) => ({ value: mark, label: t(`mark.${mark}`) }))}
      />
    </>
  );
}

/** Conflict page: the utterance changed since its page was opened. Shows the submitted text, to be copied. */
export function UtteranceConflictPage({ publicId }: { publicId: string }) {
  const { t } = useTranslation('transcript');
  const { content } = useFormProblem().values;
  return (
    <article className={styles.page}>
      <h1>{t('block.gone')}</h1>
      <Alert kind="warning">
        <p>{t('block.goneAdvice')}</p>
      </Alert>
      {content !== undefined && <TextArea name="content" label={t('block.typed')} value={content} rows={8} />}
      <p>
        <ButtonLink href={`/transcriptions/${publicId}?edit=1`}>{t('block.back')}</ButtonLink>
      </p>
    </article>
  );
}
