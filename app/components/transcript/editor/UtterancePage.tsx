import { useTranslation } from 'react-i18next';
import { formatPosition } from '@/app/domain/format/format-duration';
import { HIGHLIGHT_COLORS, type Word } from '@/app/domain/transcript/transcript';
import { Button } from '../../ui/Button';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { Icon } from '../../ui/Icon';
import { PostForm } from '../../ui/PostForm';
import { Select } from '../../ui/Select';
import { TextArea } from '../../ui/TextArea';
import { RecordingPlayer } from '../RecordingPlayer';
import { SpeakerName } from '../SpeakerName';
import styles from './UtterancePage.module.css';

const MARKS = [...HIGHLIGHT_COLORS, 'struck', 'none'] as const;

export interface UtterancePageProps {
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
        <a href={`${base}?edit=1#u${props.index}`}>
          <Icon name="arrow-left" /> {t('block.back')}
        </a>
        <h1>{t('block.title')}</h1>
        <p>
          <SpeakerName speaker={props.speaker} /> · {formatPosition(props.startMs)}
        </p>
      </header>
      <RecordingPlayer playback={null} base={base} startAtMs={props.startMs} language={props.language} />
      <PostForm className={styles.form} noValidate intent="text">
        <ErrorSummary />
        <input type="hidden" name="version" value={props.version} />
        <TextArea name="content" label={t('block.text')} hint={t('block.hint')} value={props.text} rows={8} />
        <Button>{t('save')}</Button>
      </PostForm>
      <MarkForm {...props} />
    </article>
  );
}

function MarkForm({ version, words }: UtterancePageProps) {
  const { t } = useTranslation('transcript');
  return (
    <PostForm className={styles.form} intent="mark">
      <input type="hidden" name="version" value={version} />
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
      <Button kind="quiet">{t('mark.apply')}</Button>
    </PostForm>
  );
}
