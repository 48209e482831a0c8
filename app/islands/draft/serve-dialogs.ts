import { DialogOpening } from '../ui/dialog-opening';

interface DialogServices {
  /** Sends what was typed; undefined when nothing can have been typed. */
  send(): Promise<void> | undefined;
  /** Shows what was changed on the server. */
  refresh(): Promise<void>;
}

/** Dialogs over an edited text tell of it, and change it: of downloads, shares, the people. */
export function serveDialogs(article: HTMLElement, { send, refresh }: DialogServices): void {
  article.addEventListener(DialogOpening.type, (event) => {
    const sending = send();
    if (sending) (event as DialogOpening).waitUntil(sending);
  });
  // Without an answer, the page is loaded anew; unsent changes wait in the browser.
  article.addEventListener('posted', () => refresh().catch(() => location.reload()));
}
