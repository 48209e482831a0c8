import { find } from './find-part';
import { ANNOUNCEMENT } from './ui.contract';

/** Opens as a modal dialog, one at a time. However it is closed, its form is posted to mark it as seen. */
export default function attach(element: HTMLElement): void {
  const dialog = element as HTMLDialogElement;
  if (document.querySelector('dialog:modal, [data-island~="dialog"][data-opens]')) return;
  const form = find(dialog, ANNOUNCEMENT.form);
  // Not `close()`: its `close` event would fire after the listener below is added.
  dialog.open = false;
  dialog.showModal();
  const heading = find(dialog, ANNOUNCEMENT.heading);
  heading.tabIndex = -1;
  heading.focus();

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    // If the request fails, the announcement is shown again.
    fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined);
  });
}
