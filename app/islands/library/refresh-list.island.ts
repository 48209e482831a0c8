import { textsOf } from '../ui/find-part';
import { poll } from '../ui/poll';
import { REFRESHED_LIST } from './refresh-list.contract';
import { fetchPage, replaceCompanions } from './refreshed-page';

/** A focusable element, by its index in its card, or in the part above the cards. */
interface FocusPosition {
  cardId: string | undefined;
  index: number;
}

const focusableIn = (root: ParentNode) => [
  ...root.querySelectorAll<HTMLElement>('a, button, summary, input'),
];

const cardIn = (list: HTMLElement, cardId: string | undefined): ParentNode | null =>
  cardId ? list.querySelector(`#${CSS.escape(cardId)}`) : list.firstElementChild;

function focusPositionOf(element: Element | null, list: HTMLElement): FocusPosition | null {
  const cardId = element?.closest('li[id]')?.id;
  const card = element && list.contains(element) ? cardIn(list, cardId) : null;
  return card && { cardId, index: focusableIn(card).indexOf(element as HTMLElement) };
}

/** Replaces the list's content with a fresh copy; keeps open `<details>`, ticked boxes and the keyboard focus. */
function replaceContent(list: HTMLElement, fresh: HTMLElement): void {
  const focused = focusPositionOf(document.activeElement, list);
  const unfolded = [...list.querySelectorAll('details[open]')].map((details) => details.closest('li')?.id);
  const ticked = [...list.querySelectorAll<HTMLInputElement>('input:checked')].map(({ value }) => value);
  Object.assign(list.dataset, fresh.dataset);
  const status = list.querySelector('[role="status"]');
  const freshStatus = fresh.querySelector('[role="status"]');
  list.replaceChildren(...fresh.childNodes);
  // A live region is announced only if the element stays in the page and its text changes.
  if (status && freshStatus) {
    const text = freshStatus.textContent;
    freshStatus.replaceWith(status);
    status.textContent = text;
  }
  for (const box of list.querySelectorAll<HTMLInputElement>('input[type="checkbox"]')) {
    box.checked = ticked.includes(box.value);
  }
  for (const cardId of unfolded) cardIn(list, cardId)?.querySelector('details')?.setAttribute('open', '');
  if (focused) focusableIn(cardIn(list, focused.cardId) ?? list)[focused.index]?.focus();
}

/**
 * Polls, every `data-interval-ms` at last: keeps a list of transcriptions, or the text of one, up to date until all
 * is final. Reloads it when the ETag of `data-status-url` has changed (`data-version` at first), or a dialog opened
 * from it has posted.
 */
export default function attach(list: HTMLElement, attachBelow: (root: ParentNode) => void): void {
  const title = document.title;
  const finishedAtFirst = Number(list.dataset.finished);
  const { statusUrl, version, intervalMs } = textsOf(list, REFRESHED_LIST.root);
  let etag: string | undefined = version;

  async function refresh(): Promise<void> {
    const answer = await fetch(statusUrl, { headers: etag ? { 'If-None-Match': etag } : {} });
    // What the page shows was deleted elsewhere.
    if (answer.status === 404) return location.reload();
    if (!answer.ok || answer.redirected) return;
    etag = answer.headers.get('ETag') ?? undefined;
    await reloadList();
  }

  async function reloadList(): Promise<void> {
    const page = await fetchPage();
    if (!page) return;
    const fresh = page.querySelector<HTMLElement>(REFRESHED_LIST.root.selector);
    // What was waited for is over, and its page has no such list.
    if (!fresh) return location.reload();
    replaceContent(list, fresh);
    attachBelow(list);
    replaceCompanions(page);
    const finished = Number(list.dataset.finished) - finishedAtFirst;
    document.title = finished > 0 ? `(${finished}) ${title}` : title;
  }

  list.addEventListener('posted', () => void reloadList().catch(() => undefined));
  poll(
    async () => {
      // The next poll makes up for one while a card's menu is open.
      if (!list.querySelector(':popover-open')) await refresh();
    },
    { longestMs: Number(intervalMs), isNeeded: () => Number(list.dataset.underway) > 0 },
  );
}
