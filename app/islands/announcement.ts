/**
 * Lifts an announcement over the page. It stays in the page where another dialog is open or opens by itself:
 * one thing at a time. However it is closed, the server remembers, by its own form.
 */
export default function attach(element: HTMLElement): void {
  const dialog = element as HTMLDialogElement;
  if (document.querySelector('dialog:modal, [data-island~="dialog"][data-opens]')) return;
  const form = dialog.querySelector('form')!;
  // Not `close()`, whose event would come after the listener below.
  dialog.open = false;
  dialog.showModal();
  const heading = dialog.querySelector('h2')!;
  heading.tabIndex = -1;
  heading.focus();

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    dialog.close();
  });
  dialog.addEventListener('close', () => {
    dialog.remove();
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
    // When it does not arrive, the announcement comes again.
    fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(() => undefined);
  });
}
