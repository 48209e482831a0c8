import { textsOf } from './find-part';
import { COPY_BUTTON } from './ui.contract';

/** Copy button: copies the text of the field that `data-copies` names. Hidden without JavaScript. */
export default function attach(element: HTMLElement): void {
  const button = element as HTMLButtonElement;
  const { copies, doneLabel } = textsOf(button, COPY_BUTTON.root);
  button.hidden = false;
  button.addEventListener('click', async () => {
    const field = document.getElementById(copies) as HTMLTextAreaElement | HTMLInputElement;
    await navigator.clipboard.writeText(field.defaultValue);
    const status = document.createElement('output');
    status.textContent = doneLabel;
    button.replaceChildren(status);
  });
}
