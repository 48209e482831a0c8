import { useTranslation } from 'react-i18next';
import type { UnsavedChanges } from '@/app/domain/draft/save-first';
import { Alert } from '../ui/Alert';
import { Button } from '../ui/Button';

interface SaveFirstProps {
  unsaved: UnsavedChanges;
  /** Labels: save the changes and go on, and go on with the saved text. */
  saving: string;
  leaving: string;
}

/** What a form that takes the saved text says while there are unsaved changes, and its two buttons. */
export function SaveFirst({ unsaved, saving, leaving }: SaveFirstProps) {
  const { t } = useTranslation('transcript');
  return (
    <>
      <input type="hidden" name="saved_version" value={unsaved.version} />
      <Alert kind="warning">
        <p id="unsaved">{t('waiting', { count: unsaved.changeCount })}</p>
      </Alert>
      <Button name="unsaved" value="save">
        {saving}
      </Button>
      <Button kind="quiet" name="unsaved" value="leave">
        {leaving}
      </Button>
    </>
  );
}
