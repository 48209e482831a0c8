import { textsOf } from './find-part';
import { LOADING_BAR } from './ui.contract';

/** Delay before the bar is shown, since most pages load sooner. */
const DELAY_MS = 300;

/** Progress bar at the top of the window while the next page loads (`data-loading-label` is its label). */
export default function attach(frame: HTMLElement): void {
  const bar = document.createElement('progress');
  bar.className = 'loading-bar';
  bar.setAttribute('aria-label', textsOf(frame, LOADING_BAR.root).loadingLabel);
  let timer: number | undefined;

  const start = () => {
    timer = window.setTimeout(() => document.body.prepend(bar), DELAY_MS);
  };
  const stop = () => {
    clearTimeout(timer);
    bar.remove();
  };

  document.addEventListener('click', (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (event.defaultPrevented || !link || !leavesPage(event, link)) return;
    start();
  });
  document.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const bringsPage = !form.hasAttribute('data-download') && form.getAttribute('method') !== 'dialog';
    if (!event.defaultPrevented && bringsPage) start();
  });
  // A download loads no new page; the back button may restore the page from the back/forward cache.
  window.addEventListener('focus', stop);
  window.addEventListener('pageshow', stop);
}

function leavesPage(event: MouseEvent, link: HTMLAnchorElement): boolean {
  if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button !== 0) return false;
  if (link.target || link.matches('[download], [data-download]') || link.origin !== location.origin)
    return false;
  return link.pathname !== location.pathname || link.search !== location.search;
}
