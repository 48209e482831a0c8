import { find } from './find-part';
import { MODAL } from './ui.contract';

/** Opens a dialog that the page shows as a modal one. Closing it leaves the page as it is. */
export default function attach(element: HTMLElement): void {
  const dialog = element as HTMLDialogElement;
  dialog.open = false;
  dialog.showModal();
  const heading = find(dialog, MODAL.heading);
  heading.tabIndex = -1;
  heading.focus();
}
