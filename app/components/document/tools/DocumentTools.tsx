import { useTranslation } from 'react-i18next';
import { DOCUMENT_TOOLS, LINK_DIALOG } from '@/app/islands/document/document.contract';
import { mark } from '@/app/islands/ui/part.contract';
import {
  CloseButton,
  ConflictDialog,
  DiscardDialog,
  EditorDialog,
} from '../../transcript/editor/tools/EditorDialogs';
import { PlayerBar } from '../../transcript/editor/tools/PlayerBar';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import styles from './DocumentTools.module.css';
import { FormatBar } from './FormatBar';

export function DocumentTools() {
  const { t } = useTranslation(['document', 'transcript']);
  return (
    <div {...mark(DOCUMENT_TOOLS.root, { speaker: t('speaker', { ns: 'transcript', label: '%' }) })}>
      <PlayerBar hasText={false} />
      <section className={styles.editor} {...mark(DOCUMENT_TOOLS.editor)}>
        <Field name="document-title" label={t('title')} maxLength={255} autoComplete="off" required />
        <FormatBar />
        <details className={styles.topics} {...mark(DOCUMENT_TOOLS.topics)} open>
          <summary>{t('topics')}</summary>
          <p>{t('topics.none')}</p>
          <ul />
        </details>
        <div className="document-text" {...mark(DOCUMENT_TOOLS.text, { label: t('editor.label') })} />
      </section>
      <button type="button" className={styles.quote} {...mark(DOCUMENT_TOOLS.quote)}>
        {t('quote')}
      </button>
      <ConflictDialog textClass="document-text" />
      <DiscardDialog />
      <LinkDialog />
    </div>
  );
}

function LinkDialog() {
  const { t } = useTranslation('document');
  const { t: editor } = useTranslation('transcript');
  return (
    <EditorDialog part={LINK_DIALOG.root} name="link" title={t('link.title')}>
      <form className={styles.form} {...mark(LINK_DIALOG.form, { invalid: t('link.invalid') })}>
        <Field
          name="link-address"
          label={t('link.address')}
          hint={t('link.hint')}
          inputMode="url"
          autoComplete="off"
        />
        <div className={styles.buttons}>
          <Button>{t('link.apply')}</Button>
          <CloseButton>{editor('cancel')}</CloseButton>
        </div>
      </form>
    </EditorDialog>
  );
}
