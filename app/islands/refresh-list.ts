import attachLocalTime from './local-time';

const parse = (html: string) => new DOMParser().parseFromString(html, 'text/html');

const linkWithHref = (root: HTMLElement, href: string) =>
  root.querySelector<HTMLElement>(`a[href="${CSS.escape(href)}"]`);

/** Puts a fresh copy's content in place of the old one, and the keyboard's focus back on the same link. */
function swap(list: HTMLElement, fresh: HTMLElement): void {
  const focused = list.contains(document.activeElement) ? document.activeElement?.getAttribute('href') : null;
  Object.assign(list.dataset, fresh.dataset);
  const status = list.querySelector('[role="status"]');
  const freshStatus = fresh.querySelector('[role="status"]');
  list.replaceChildren(...fresh.childNodes);
  // A live region speaks only when it stays in the page and its text changes.
  if (status && freshStatus) {
    const text = freshStatus.textContent;
    freshStatus.replaceWith(status);
    status.textContent = text;
  }
  for (const time of list.querySelectorAll<HTMLElement>('[data-island="local-time"]')) attachLocalTime(time);
  if (focused) linkWithHref(list, focused)?.focus();
}

/** What stands outside the list but changes with it, such as the balance: `data-refreshed`, found again by its id. */
function swapCompanions(page: Document): void {
  for (const old of document.querySelectorAll('[data-refreshed]')) {
    const fresh = page.getElementById(old.id);
    if (fresh) old.replaceWith(fresh);
    else old.remove();
  }
}

/** A short recording is finished in seconds, so the first questions come sooner than the later ones. */
const FIRST_PAUSE_MS = 2_000;

/**
 * Keeps a list of transcriptions up to date while some of them are not final: asks
 * `data-status-url` with the ETag it knows (`data-version` at first), after twice the time at each turn
 * up to every `data-interval-ms`, and on another answer takes the list anew from the page. Rests while the
 * tab is hidden.
 */
export default function attach(list: HTMLElement): void {
  const title = document.title;
  const finishedAtFirst = Number(list.dataset.finished);
  let version = list.dataset.version;
  let timer: number | undefined;
  let pauseMs = FIRST_PAUSE_MS;

  async function refresh(): Promise<void> {
    const answer = await fetch(list.dataset.statusUrl!, {
      headers: version ? { 'If-None-Match': version } : {},
    });
    if (!answer.ok || answer.redirected) return;
    version = answer.headers.get('ETag') ?? undefined;
    const page = parse(await (await fetch(location.href)).text());
    const fresh = page.querySelector<HTMLElement>('[data-island="refresh-list"]');
    if (!fresh) return;
    swap(list, fresh);
    swapCompanions(page);
    const finished = Number(list.dataset.finished) - finishedAtFirst;
    document.title = finished > 0 ? `(${finished}) ${title}` : title;
  }

  async function tick(): Promise<void> {
    // A failed try is made up for by the next one.
    await refresh().catch(() => undefined);
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (document.hidden || !Number(list.dataset.underway)) return;
    timer = window.setTimeout(tick, Math.min(pauseMs, Number(list.dataset.intervalMs)));
    pauseMs *= 2;
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (!document.hidden && Number(list.dataset.underway)) void tick();
  });
  schedule();
}
