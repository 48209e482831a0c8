import { openDialog } from './transcript/open-dialog';

/**
 * A document's page. Where its first-time warning was not answered, that stands over the page; afterwards the text
 * is edited where its plain form and its looks stand without scripts.
 */
export default async function attach(article: HTMLElement): Promise<void> {
  const warning = article.querySelector<HTMLFormElement>('form[data-warning]');
  if (warning) {
    warn(warning);
    return;
  }
  if (!article.querySelector('textarea[name="content"]')) return;
  // What was typed into a form that came back is in the text area alone.
  if ('typed' in article.dataset) return;
  const { openEditor } = await import('./document/editor');
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
