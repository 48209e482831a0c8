import { useTranslation } from 'react-i18next';
import { RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { VIDEO_LINK_PATTERN } from '@/app/domain/transcription/video-link';
import { Button, ButtonLink } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field, type FormErrors } from '../ui/Field';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './VideoPage.module.css';

export interface VideoPageProps {
  submissionId: string;
  /** Null in the first step, which asks for the URL. */
  video: { id: string; title: string } | null;
  /** Submitted values when validation failed. */
  values: Record<string, string>;
  errors: FormErrors<'url' | 'language' | 'rights'>;
}

/** Transcribes a video in two steps: its URL, then its language. */
export function VideoPage(props: VideoPageProps) {
  const { t } = useTranslation(['transcription', 'common']);
  return (
    <section
      className={styles.page}
      data-dialog={t('dialog.close', { ns: 'common' })}
      aria-labelledby="video-title"
    >
      <h1 id="video-title">{t('title')}</h1>
      <ErrorSummary errors={props.errors} />
      {props.video ? <DetailsStep {...props} video={props.video} /> : <UrlStep {...props} />}
    </section>
  );
}

/** Posts intent 'next' with `url`. */
function UrlStep({ submissionId, values, errors }: VideoPageProps) {
  const { t } = useTranslation('transcription');
  return (
    <PostForm
      className={styles.form}
      noValidate
      submissionId={submissionId}
      intent="next"
      islands="needs-answer"
    >
      <Field
        name="url"
        type="text"
        inputMode="url"
        label={t('url')}
        hint={t('url.hint')}
        value={values.url}
        error={errors.url}
        maxLength={2000}
        pattern={VIDEO_LINK_PATTERN}
        autoComplete="off"
        spellCheck={false}
        required
      />
      <p id="video-needs-link" className={styles.hint} hidden>
        {t('url.needed')}
      </p>
      <div className={styles.buttons}>
        <Button busyLabel={t('next.busy')}>{t('next')}</Button>
        <ButtonLink kind="quiet" href="/transcriptions">
          {t('back')}
        </ButtonLink>
      </div>
    </PostForm>
  );
}

/** Posts intent 'transcribe' with `video`, `language` and `rights`. */
function DetailsStep({
  submissionId,
  video,
  values,
  errors,
}: VideoPageProps & { video: { id: string; title: string } }) {
  const { t } = useTranslation('transcription');
  return (
    <PostForm
      action={`/transcriptions/youtube?video=${video.id}`}
      className={styles.form}
      noValidate
      submissionId={submissionId}
      intent="transcribe"
    >
      <input type="hidden" name="video" value={video.id} />
      <p>
        <strong>
          <bdi>{video.title}</bdi>
        </strong>
      </p>
      <Select
        name="language"
        id="video-language"
        label={t('language')}
        value={values.language ?? RECORDING_LANGUAGES[0]}
        error={errors.language}
        options={RECORDING_LANGUAGES.map((value) => ({
          value,
          label: t(`language.${value}`, { ns: 'transcription' }),
        }))}
      />
      <Checkbox
        name="rights"
        label={t('rights')}
        checked={values.rights === 'on'}
        error={errors.rights}
        required
      />
      <p className={styles.hint}>{t('minutes')}</p>
      <div className={styles.buttons}>
        <Button busyLabel={t('submit.busy')}>{t('submit')}</Button>
        <ButtonLink kind="quiet" href="/transcriptions/youtube">
          {t('back')}
        </ButtonLink>
      </div>
    </PostForm>
  );
}
