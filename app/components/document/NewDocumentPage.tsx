import { useTranslation } from 'react-i18next';
import { TEMPLATES } from '@/app/domain/document/templates';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import { SaveFirst } from '../transcript/SaveFirst';
import { Button } from '../ui/Button';
import { Checkbox } from '../ui/Checkbox';
import { ErrorSummary } from '../ui/ErrorSummary';
import { Field } from '../ui/Field';
import { useFormProblem } from '../ui/form-problem';
import { BackLink } from '../ui/Icon';
import { PostForm } from '../ui/PostForm';
import { Select } from '../ui/Select';
import styles from './NewDocumentPage.module.css';

interface NewDocumentPageProps {
  sources: { publicId: string; title: string }[];
  chosen: { template?: string | undefined; transcription?: string | undefined };
  /** Of the chosen transcription. */
  unsaved: UnsavedChanges | null;
}

export function NewDocumentPage({ sources, chosen, unsaved }: NewDocumentPageProps) {
  const { t } = useTranslation(['document', 'common']);
  const { source, changes } = useUnsavedSource(chosen.transcription, unsaved);
  const none = { value: '', label: t('new.noTranscription') };
  return (
    <section className={styles.page} data-dialog={t('dialog.close', { ns: 'common' })}>
      <p className={styles.back}>
        <BackLink href="/documents">{t('back')}</BackLink>
      </p>
      <h1 id="new-title">{t('new.title')}</h1>
      <PostForm action="/documents/new" className={styles.form} noValidate>
        <ErrorSummary />
        <Select
          name="template"
          label={t('new.template')}
          value={chosen.template ?? 'blank'}
          options={TEMPLATES.map((value) => ({ value, label: t(`${value}.name`, { ns: 'document' }) }))}
        />
        <Select
          name="transcription"
          label={t('new.transcription')}
          hint={t('new.transcription.hint')}
          value={chosen.transcription ?? ''}
          options={[none, ...sources.map(({ publicId, title }) => ({ value: publicId, label: title }))]}
        />
        <Checkbox name="times" label={t('new.times')} />
        <Field
          name="title"
          label={t('title')}
          hint={t('new.title.hint')}
          maxLength={255}
          autoComplete="off"
        />
        {changes && changes.changeCount > 0 ? (
          <>
            <input type="hidden" name="unsaved_of" value={source} />
            <SaveFirst unsaved={changes} saving={t('create.saving')} leaving={t('create.saved')} />
          </>
        ) : (
          <Button>{t('create')}</Button>
        )}
      </PostForm>
    </section>
  );
}

/** The transcription whose unsaved changes the page tells of: that of the address, or of the form that was sent. */
function useUnsavedSource(source: string | undefined, changes: UnsavedChanges | null) {
  const { errors, values, params } = useFormProblem();
  if (errors.unsaved === undefined) return { source, changes };
  const { version, count } = params;
  return {
    source: values.transcription,
    changes: { version: Number(version), changeCount: Number(count) },
  };
}
