import { DIALOGS } from './dialogs.contract';

/** Opens a dialog that its close button and a click on the backdrop close, unless it has `data-modal`. */
export function openDialog(dialog: HTMLDialogElement): void {
  if (!dialog.isConnected) {
    document.body.append(dialog);
    dialog.addEventListener('click', ({ target }) => {
      const isClosing = target === dialog || (target as Element).closest(DIALOGS.close.selector);
      if (isClosing && !('modal' in dialog.dataset)) dialog.close();
    });
  }
  if (!dialog.open) dialog.showModal();
}
