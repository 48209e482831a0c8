import { useTranslation } from 'react-i18next';
import { DOCUMENT_TOOLS } from '@/app/islands/document/document.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { ConflictDialog, DiscardDialog } from '../../transcript/editor/tools/EditorDialogs';
import { PlayerBar } from '../../transcript/editor/tools/PlayerBar';
import { Field } from '../../ui/Field';
import styles from './DocumentTools.module.css';
import { FormatBar } from './FormatBar';
import { LinkDialog } from './LinkDialog';

export function DocumentTools() {
  const { t } = useTranslation(['document', 'transcript']);
  return (
    <div {...mark(DOCUMENT_TOOLS.root, { speaker: t('speaker', { ns: 'transcript', label: '%' }) })}>
      <PlayerBar />
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
