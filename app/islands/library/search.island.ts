import { parseSearch } from '@/app/domain/library/searchable-words';
import { adoptStylesheets } from '../ui/fetch-part';
import { find, findAll, textsOf } from '../ui/find-part';
import { SEARCH } from './search.contract';
import { playHits } from './search-player';

const DEBOUNCE_MS = 200;

/** Shows results while somebody types, moves between them by arrow keys, and plays them in place. */
export default function attach(root: HTMLElement, attachBelow: (root: ParentNode) => Promise<unknown>): void {
  root.dataset.live = '';
  playHits(root);
  searchWhileTyping(root, attachBelow);
  root.addEventListener('keydown', (event) => {
    const { key, target } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const field = find(root, SEARCH.field);
    // Chromium clears the field instead.
    if (key === 'Escape' && target === field && !event.isComposing) root.closest('dialog')?.close();
    else if (key === 'ArrowDown' || key === 'ArrowUp') moveFocus(root, key === 'ArrowDown' ? 1 : -1, target);
    else return;
    event.preventDefault();
  });
}

function moveFocus(root: HTMLElement, direction: 1 | -1, from: EventTarget | null): void {
  const stops: HTMLElement[] = [find(root, SEARCH.field), ...findAll(root, SEARCH.target)];
  const current = stops.findLastIndex(
    (stop) => stop === from || stop.compareDocumentPosition(from as Node) & Node.DOCUMENT_POSITION_FOLLOWING,
  );
  stops[Math.max(0, current + direction)]?.focus();
}

function searchWhileTyping(root: HTMLElement, attachBelow: (root: ParentNode) => Promise<unknown>): void {
  const field = find(root, SEARCH.field);
  const hint = field.value === '' ? find(root, SEARCH.found).textContent : '';
  let timer: number | undefined;
  let asking = new AbortController();
  let shown = field.value;

  async function search(): Promise<void> {
    const q = field.value;
    if (q === shown) return;
    shown = q;
    asking.abort();
    asking = new AbortController();
    const { signal } = asking;
    if (parseSearch(q).terms.length === 0) {
      find(root, SEARCH.results).replaceChildren();
      find(root, SEARCH.found).textContent = hint;
      return;
    }
    const address = `/search?${new URLSearchParams({ q })}`;
    try {
      const answer = await fetch(address, { signal });
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      const fresh = find(page, SEARCH.results);
      await adoptStylesheets(page);
      // The answer of an older question may still arrive here.
      if (signal.aborted) return;
      find(root, SEARCH.results).replaceChildren(...fresh.childNodes);
      find(root, SEARCH.found).textContent = find(page, SEARCH.found).textContent;
      await attachBelow(find(root, SEARCH.results));
      if (!root.closest('dialog')) history.replaceState(history.state, '', address);
    } catch {
      if (signal.aborted) return;
      shown = '';
      find(root, SEARCH.found).textContent = textsOf(root, SEARCH.root).failed;
    }
  }

  field.addEventListener('input', () => {
    clearTimeout(timer);
    timer = window.setTimeout(() => void search(), DEBOUNCE_MS);
  });
}
