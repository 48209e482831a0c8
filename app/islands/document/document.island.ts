import { openDialog } from '../transcript/open-dialog';

/**
 * Document page: shows the first-time warning in a modal dialog until it is answered, afterwards replaces the
 * plain form and the formatted text with the rich-text editor.
 */
export default async function attach(article: HTMLElement): Promise<void> {
  const warning = article.querySelector<HTMLFormElement>('form[data-warning]');
  if (warning) {
    warn(warning);
    return;
  }
  if (!article.querySelector('textarea[name="content"]')) return;
  // When the server returned the form, the typed text is in the text area only.
  if ('typed' in article.dataset) return;
  const { openEditor } = await import('./editor');
  await openEditor(article);
}

function warn(form: HTMLFormElement): void {
  const dialog = document.createElement('dialog');
  dialog.setAttribute('aria-labelledby', form.getAttribute('aria-labelledby')!);
  dialog.append(form);
  openDialog(dialog);
  const box = form.querySelector<HTMLInputElement>('[name="understood"]')!;
  const button = form.querySelector<HTMLButtonElement>('button')!;
  const show = () => {
    button.disabled = !box.checked;
  };
  box.addEventListener('change', show);
  show();
}
