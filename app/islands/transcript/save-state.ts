import { find } from '../ui/find-part';
import type { OutboxState } from './outbox';
import { TOOLBAR } from './transcript.contract';

/** Says what became of the changes, and since when the draft is on the server; '' for nothing. */
export function showSaveState(tools: HTMLElement, state: OutboxState | 'waiting' | ''): void {
  const place = find(tools, TOOLBAR.state);
  place.dataset.state = state;
  if (state === 'kept') find(place, TOOLBAR.draftSavedAt).textContent = new Date().toTimeString().slice(0, 5);
}
