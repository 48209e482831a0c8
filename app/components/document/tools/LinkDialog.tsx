import { useTranslation } from 'react-i18next';
import { LINK_DIALOG } from '@/app/islands/document/document.contract';
import { mark } from '@/app/islands/ui/part.contract';
import { CloseButton, EditorDialog } from '../../transcript/editor/tools/EditorDialogs';
import { Button } from '../../ui/Button';
import { Field } from '../../ui/Field';
import styles from './DocumentTools.module.css';

export function LinkDialog() {
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
