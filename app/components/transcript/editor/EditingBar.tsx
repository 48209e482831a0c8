import { useTranslation } from 'react-i18next';
import { DRAFT_PAGE } from '@/app/islands/draft/draft.contract';
import { EDITING_BAR } from '@/app/islands/transcript/transcript.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { Alert } from '../../ui/Alert';
import { Button, ButtonLink } from '../../ui/Button';
import { ErrorSummary } from '../../ui/ErrorSummary';
import { Field } from '../../ui/Field';
import { useFormProblem } from '../../ui/form-problem';
import { PostForm } from '../../ui/PostForm';
import styles from './EditingBar.module.css';
import toolStyles from './UtteranceTools.module.css';

interface EditingBarProps {
  publicId: string;
  version: number;
  title: string;
  changeCount: number;
  /** False when the page is only read while unsaved changes exist. */
  isEditing: boolean;
}

export function EditingBar(props: EditingBarProps) {
  const { t } = useTranslation('transcript');
  const base = `/transcriptions/${props.publicId}`;
  const { transcription_name: typed } = useFormProblem().values;
  return (
    <section
      className={styles.bar}
      aria-label={t('label')}
      {...(props.isEditing && mark(EDITING_BAR.bar))}
      {...mark(DRAFT_PAGE.plain)}
    >
      <ErrorSummary />
      {props.changeCount > 0 && (
        <Alert kind="info">
          <p>{t('waiting', { count: props.changeCount })}</p>
        </Alert>
      )}
      <PostForm
        action={props.isEditing ? `${base}?edit=1` : base}
        className={styles.form}
        noValidate
        intent="save"
      >
        <input type="hidden" name="version" value={props.version} />
        {props.isEditing && (
          <Field
            name="transcription_name"
            label={t('title')}
            value={typed ?? props.title}
            maxLength={255}
            required
          />
        )}
        <Button>{t('save')}</Button>
        {props.changeCount > 0 && (
          <ButtonLink kind="quiet" href={`${base}/discard`}>
            {t('cancel')}
          </ButtonLink>
        )}
      </PostForm>
      <div className={styles.links}>
        <a href={`${base}/versions`}>{t('versions')}</a>
        {props.isEditing && <a href={base}>{t('leave')}</a>}
      </div>
    </section>
  );
}

export function UtteranceTools({ base, blockId }: { base: string; blockId: string }) {
  const { t } = useTranslation('transcript');
  return (
    <div className={toolStyles.tools} {...mark(DRAFT_PAGE.plain)}>
      <a href={`${base}/blocks/${blockId}`}>{t('block.edit')}</a>
      <a href={`${base}/speaker?block=${blockId}`} data-island="dialog">
        {t('speaker.change')}
      </a>
    </div>
  );
}
