import { find, textsOf } from '../ui/find-part';
import { countText } from './count-text';
import type { OutboxState } from './outbox';
import { TOOLBAR } from './transcript.contract';

/** Says how many changes of an opened text are in no saved version; nothing for none. */
export function showUnsaved(tools: HTMLElement, count: number): void {
  const place = find(tools, TOOLBAR.state);
  find(place, TOOLBAR.waiting).textContent = countText(count, textsOf(place, TOOLBAR.state));
  showSaveState(tools, count > 0 ? 'waiting' : '');
}

/** Says what became of the changes, and since when the draft is on the server; '' for nothing. */
export function showSaveState(tools: HTMLElement, state: OutboxState | 'waiting' | ''): void {
  const place = find(tools, TOOLBAR.state);
  place.dataset.state = state;
  if (state === 'kept') find(place, TOOLBAR.draftSavedAt).textContent = new Date().toTimeString().slice(0, 5);
}
