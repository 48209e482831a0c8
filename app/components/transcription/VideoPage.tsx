import { useTranslation } from 'react-i18next';
import { RECORDING_LANGUAGES } from '@/app/domain/transcription/recording';
import { VIDEO_LINK_PATTERN } from '@/app/domain/transcription/video-link';
import { Button, ButtonLink } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field, type FormErrors } from '../ui/Field';
import { useFormProblem } from '../ui/form-problem';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './VideoPage.module.css';

interface VideoPageProps {
  /** Null in the first step, which asks for the URL. */
  video: { id: string; title: string } | null;
  errors: FormErrors<'url'>;
}

export function VideoPage({ video, errors }: VideoPageProps) {
  const problem = useFormProblem();
  const { t } = useTranslation(['transcription', 'common']);
  return (
    <section
      className={styles.page}
      data-dialog={t('dialog.close', { ns: 'common' })}
      aria-labelledby="video-title"
    >
      <h1 id="video-title">{t('title')}</h1>
      <ErrorSummary errors={{ ...errors, ...problem.errors }} />
      {video ? <DetailsStep {...video} /> : <UrlStep errors={errors} />}
    </section>
  );
}

function UrlStep({ errors }: Pick<VideoPageProps, 'errors'>) {
  const { t } = useTranslation('transcription');
  return (
    <PostForm className={styles.form} noValidate intent="next" islands="needs-answer">
      <Field
        name="url"
        type="text"
        inputMode="url"
        label={t('url')}
        hint={t('url.hint')}
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

function DetailsStep({ id, title }: NonNullable<VideoPageProps['video']>) {
  const { t } = useTranslation('transcription');
  return (
    <PostForm
      action={`/transcriptions/youtube?video=${id}`}
      className={styles.form}
      noValidate
      intent="transcribe"
    >
      <input type="hidden" name="video" value={id} />
      <p>
        <strong>
          <bdi>{title}</bdi>
        </strong>
      </p>
      <Select
        name="language"
        id="video-language"
        label={t('language')}
        value={RECORDING_LANGUAGES[0]}
        options={RECORDING_LANGUAGES.map((value) => ({
          value,
          label: t(`language.${value}`, { ns: 'transcription' }),
        }))}
      />
      <Checkbox name="rights" label={t('rights')} required />
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
