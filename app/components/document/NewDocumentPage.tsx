import { useTranslation } from 'react-i18next';
import { TEMPLATES } from '@/app/domain/document/templates';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { Field, type FormErrors } from '../ui/Field';
import { Icon } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './NewDocumentPage.module.css';

export interface NewDocumentPageProps {
  submissionId: string;
  /** Transcriptions that a document can be made from. */
  sources: { publicId: string; title: string }[];
  values: { title?: string; template?: string; transcription?: string; times?: string };
  errors: FormErrors<'title' | 'template' | 'transcription'>;
}

/** Creates a document from a template and an optional transcription. */
export function NewDocumentPage({ submissionId, sources, values, errors }: NewDocumentPageProps) {
  const { t } = useTranslation(['document', 'common']);
  const none = { value: '', label: t('new.noTranscription') };
  return (
    <section className={styles.page} data-dialog={t('dialog.close', { ns: 'common' })}>
      <p className={styles.back}>
        <a href="/documents">
          <Icon name="arrow-left" /> {t('back')}
        </a>
      </p>
      <h1 id="new-title">{t('new.title')}</h1>
      <PostForm
        action="/documents/new"
        className={styles.form}
        noValidate
        submissionId={submissionId}
        errors={errors}
      >
        <Select
          name="template"
          label={t('new.template')}
          value={values.template ?? 'blank'}
          error={errors.template}
          options={TEMPLATES.map((value) => ({ value, label: t(`${value}.name`, { ns: 'document' }) }))}
        />
        <Select
          name="transcription"
          label={t('new.transcription')}
          hint={t('new.transcription.hint')}
          value={values.transcription ?? ''}
          error={errors.transcription}
          options={[none, ...sources.map(({ publicId, title }) => ({ value: publicId, label: title }))]}
        />
        <Checkbox name="times" label={t('new.times')} checked={values.times === 'on'} />
        <Field
          name="title"
          label={t('title')}
          hint={t('new.title.hint')}
          value={values.title}
          error={errors.title}
          maxLength={255}
          autoComplete="off"
        />
        <Button>{t('create')}</Button>
      </PostForm>
    </section>
  );
}
