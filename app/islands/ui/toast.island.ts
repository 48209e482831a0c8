import { find } from './find-part';
import { TOAST } from './ui.contract';

/** Removes a toast when it has faded out, or is closed. The stylesheet times it. */
export default function attach(toast: HTMLElement): void {
  const close = find(toast, TOAST.close);
  close.hidden = false;
  close.addEventListener('click', () => toast.remove());
  toast.addEventListener('animationend', () => toast.remove());
  // A live region is announced only when its text changes after the page has loaded.
  const text = find(toast, TOAST.text);
  setTimeout(() => text.replaceWith(text.cloneNode(true)), 100);
}
