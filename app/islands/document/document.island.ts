import { openDialog } from '../transcript/open-dialog';
import { Tools } from '../transcript/tools';
import { find } from '../ui/find-part';
import { DOCUMENT_TOOLS, WARNING_FORM } from './document.contract';
import { fetchServerDocument } from './server-document';

/** Shows the first-time warning until it is answered; afterwards replaces the plain form with the editor. */
export default async function attach(article: HTMLElement): Promise<void> {
  const warning = article.querySelector<HTMLFormElement>(WARNING_FORM.root.selector);
  if (warning) {
    warn(warning);
    return;
  }
  // When the server returned the form, the typed text is in the text area only.
  if ('typed' in article.dataset) return;
  try {
    const [{ openEditor }, present, tools] = await Promise.all([
      import('./editor'),
      fetchServerDocument(),
      Tools.fetch('/documents/tools', DOCUMENT_TOOLS.root),
    ]);
    await openEditor(article, present, tools);
  } catch (error) {
    article.setAttribute('data-island-failed', '');
    throw error;
  }
}

function warn(form: HTMLFormElement): void {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', form.getAttribute('aria-labelledby') ?? '');
  dialog.append(form);
  openDialog(dialog);
  const box = find(form, WARNING_FORM.understood);
  const button = find(form, WARNING_FORM.button);
  const show = () => {
    button.disabled = !box.checked;
  };
  box.addEventListener('change', show);
  show();
}
