import { find } from '../ui/find-part';
import { DEGRAVACAO_PAGE } from './degravacao.contract';
import { keepTyped } from './keep-typed';

/** How long nothing is typed before the preview follows. */
const PAUSE_MS = 500;

/** Keeps what is typed, and the preview as the form would make it. One request at a time; a failed one leaves the preview. */
export default function attach(page: HTMLElement): void {
  const form = find(page, DEGRAVACAO_PAGE.form);
  const show = find(page, DEGRAVACAO_PAGE.show);
  const { value: intent } = show;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isUnderway = false;
  let isStale = false;
  show.remove();

  const refresh = async () => {
    isStale = isUnderway;
    if (isUnderway) return;
    isUnderway = true;
    const shown = find(page, DEGRAVACAO_PAGE.preview);
    shown.ariaBusy = 'true';
    const fresh = await fetchPreview(form, intent).catch(() => null);
    shown.ariaBusy = null;
    if (fresh) shown.replaceWith(fresh);
    isUnderway = false;
    if (isStale) await refresh();
  };

  form.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(refresh, PAUSE_MS);
  });
  if (keepTyped(form)) void refresh();
}

/** The preview of what is typed; null when the server accepts none. */
async function fetchPreview(form: HTMLFormElement, intent: string): Promise<HTMLElement | null> {
  const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>);
  body.set('intent', intent);
  const answer = await fetch(form.action, { method: 'POST', body, redirect: 'manual' });
  if (!answer.ok) return null;
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  return document.adoptNode(find(page, DEGRAVACAO_PAGE.preview));
}
