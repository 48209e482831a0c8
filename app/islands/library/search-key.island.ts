import { DialogOpening } from '../ui/dialog-opening';
import { SEARCH } from './search.contract';

const TYPED_INTO = 'input, select, textarea, [contenteditable]';

/** How long typed letters wait for the dialog; after that it does not come. */
const OPENING_MS = 5_000;

/**
 * Presses the link to the search by '/', where nothing is typed, and by Ctrl+K or Command+K. The editors keep
 * theirs, which makes a link there. On the page of the search itself the field gets the focus.
 */
export default function attach(link: HTMLElement): void {
  let openingSince = Number.NEGATIVE_INFINITY;
  let typed = '';
  const isOpening = () => performance.now() - openingSince < OPENING_MS;

  link.addEventListener(DialogOpening.type, () => {
    openingSince = performance.now();
    typed = '';
  });
  // The dialog focuses its field. What was typed meanwhile goes there.
  document.addEventListener('focusin', ({ target }) => {
    if (!isOpening() || !(target as Element).matches(`dialog ${SEARCH.field.selector}`)) return;
    openingSince = Number.NEGATIVE_INFINITY;
    if (typed === '') return;
    (target as HTMLInputElement).value += typed;
    (target as HTMLInputElement).dispatchEvent(new Event('input', { bubbles: true }));
  });
  addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || document.querySelector('dialog:modal')) return;
    if (isOpening() && isLetter(event)) {
      event.preventDefault();
      typed += event.key;
    } else if (opensSearch(event)) {
      event.preventDefault();
      if (!isOpening()) open(link);
    }
  });
}

function open(link: HTMLElement): void {
  const field = document.querySelector<HTMLInputElement>(`${SEARCH.root.selector} ${SEARCH.field.selector}`);
  if (!field) {
    link.click();
    return;
  }
  field.focus();
  field.select();
}

const isLetter = ({ key, ctrlKey, metaKey, altKey, target }: KeyboardEvent) =>
  key.length === 1 && !ctrlKey && !metaKey && !altKey && !(target as Element).closest(TYPED_INTO);

function opensSearch(event: KeyboardEvent): boolean {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
  const target = event.target as Element;
  if (altKey || (ctrlKey && metaKey)) return false;
  // On some keyboards '/' needs Shift.
  if (!ctrlKey && !metaKey) return key === '/' && !target.closest(TYPED_INTO);
  return key.toLowerCase() === 'k' && !shiftKey && !target.closest('[contenteditable]');
}
