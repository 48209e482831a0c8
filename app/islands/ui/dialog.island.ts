import { DialogOpening } from './dialog-opening';
import { adoptStylesheets } from './fetch-part';
import { textsOf } from './find-part';
import { DIALOG_PAGE, TOAST } from './ui.contract';

const DAY_MS = 86_400_000;

/**
 * Opens the page of a link in a modal dialog: that page's `[data-dialog]`, whose value labels the close
 * button. Its forms are posted by `fetch`: a response from the same page replaces the dialog's content, any
 * other navigates the window. Closing the dialog after a post dispatches `posted` on the link. A link with
 * `data-opens` opens by itself, once a day in a browser, and only if the page loads.
 */
export default function attach(link: HTMLElement, attachBelow: (root: ParentNode) => Promise<unknown>): void {
  const page = new URL((link as HTMLAnchorElement).href);
  const closedKey = `left:${page.pathname}`;
  let isOpening = false;
  const open = async () => {
    if (isOpening) return;
    isOpening = true;
    const opening = new DialogOpening();
    link.dispatchEvent(opening);
    await opening.settled();
    const dialog = await openDialog(page, attachBelow).finally(() => {
      isOpening = false;
    });
    dialog.addEventListener('close', () => {
      localStorage.setItem(closedKey, String(Date.now()));
      if ('posted' in dialog.dataset) link.dispatchEvent(new Event('posted', { bubbles: true }));
      // The menu of the link is closed by now, so the browser could not return the focus to the link.
      if (document.activeElement === document.body) openerOf(link)?.focus();
    });
  };

  link.addEventListener('click', (event) => {
    if (isForAnotherWindow(event)) return;
    event.preventDefault();
    // On failure, navigate: the browser shows the reason itself.
    open().catch(() => location.assign(page));
  });
  const closedAt = Number(localStorage.getItem(closedKey));
  if ('opens' in link.dataset && Date.now() - closedAt > DAY_MS) open().catch(() => undefined);
}

/** The button that opens the menu with a link. */
const openerOf = (link: HTMLElement) =>
  document.querySelector<HTMLElement>(`[popovertarget="${link.closest('[popover]')?.id}"]`);

const isForAnotherWindow = (event: MouseEvent) =>
  event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;

async function openDialog(
  page: URL,
  attachBelow: (root: ParentNode) => Promise<unknown>,
): Promise<HTMLDialogElement> {
  const dialog = document.createElement('dialog');

  /** Rejects, with the dialog unchanged, if the response has no `[data-dialog]`. */
  async function show(address: URL | string, init: RequestInit = {}): Promise<void> {
    const answer = await fetch(address, { ...init, headers: { 'X-Dialog': '1' } });
    const elsewhere = answer.headers.get('X-Location');
    if (elsewhere) return follow(new URL(elsewhere, location.href));
    const fresh = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const content = fresh.querySelector<HTMLElement>(DIALOG_PAGE.content.selector);
    if (!content) throw new Error(`${address} has nothing for a dialog`);
    const toast = fresh.querySelector(TOAST.root.selector);
    if (toast && !content.contains(toast)) content.prepend(toast);
    const fragment = new DocumentFragment();
    fragment.append(closeButton(textsOf(content, DIALOG_PAGE.content).dialog), content);
    renameDuplicateIds(fragment, dialog);
    await adoptStylesheets(fresh);
    // Islands are separate modules: if they fail to load, the markup works without them.
    await attachBelow(fragment).catch(() => undefined);
    dialog.replaceChildren(fragment);
    dialog.setAttribute('aria-labelledby', content.querySelector('h1, h2')?.id ?? '');
    if (dialog.open) focusWithin(content);
  }

  async function follow(target: URL): Promise<void> {
    if (target.pathname === page.pathname) return show(target);
    if (!dialog.open) throw new Error(`${page} is not to be seen now`);
    location.assign(target);
  }

  dialog.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    if (event.defaultPrevented || form.getAttribute('method') !== 'post') return;
    event.preventDefault();
    const fields = new FormData(form, event.submitter);
    const isFile = form.enctype === 'multipart/form-data';
    const body = isFile ? fields : new URLSearchParams(fields as unknown as Record<string, string>);
    const address = form.getAttribute('action') ? form.action : page.href;
    dialog.dataset.posted = '';
    show(address, { method: 'POST', body }).catch(() => submitNatively(form, address, event.submitter));
  });

  let isPressedOutside = false;
  const isOutside = ({ target, clientX, clientY }: MouseEvent) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect();
    const isInside = clientX >= left && clientX <= right && clientY >= top && clientY <= bottom;
    return target === dialog && !isInside;
  };
  dialog.addEventListener('pointerdown', (event) => {
    isPressedOutside = isOutside(event);
  });
  dialog.addEventListener('click', (event) => {
    // A text selection made with the mouse may end outside too.
    if (isPressedOutside && isOutside(event)) return dialog.close();
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[href]');
    if (!link || isForAnotherWindow(event) || new URL(link.href).pathname !== page.pathname) return;
    event.preventDefault();
    show(link.href).catch(() => location.assign(link.href));
  });
  dialog.addEventListener('close', () => dialog.remove());

  await show(page);
  document.body.append(dialog);
  dialog.showModal();
  focusWithin(dialog);
  return dialog;
}

const ID_REFERENCE_ATTRIBUTES = ['for', 'list', 'aria-labelledby', 'aria-describedby'];

/** Renames ids that the page behind has too, so that labels, lists and links stay in the dialog. */
function renameDuplicateIds(content: DocumentFragment, dialog: HTMLElement): void {
  for (const element of content.querySelectorAll('[id]')) {
    const old = element.id;
    const namesake = document.getElementById(old);
    if (!namesake || dialog.contains(namesake)) continue;
    element.id = `dialog-${old}`;
    for (const link of content.querySelectorAll(`a[href="#${CSS.escape(old)}"]`))
      link.setAttribute('href', `#${element.id}`);
    for (const name of ID_REFERENCE_ATTRIBUTES) {
      for (const referrer of content.querySelectorAll(`[${name}~="${CSS.escape(old)}"]`)) {
        const ids = (referrer.getAttribute(name) ?? '').split(' ');
        referrer.setAttribute(name, ids.map((id) => (id === old ? element.id : id)).join(' '));
      }
    }
  }
}

function closeButton(label: string): HTMLElement {
  const form = document.createElement('form');
  form.method = 'dialog';
  const button = document.createElement('button');
  button.setAttribute('aria-label', label);
  button.textContent = '×';
  form.append(button);
  return form;
}

/** Moves the focus to the first invalid field, the `autofocus` element or the heading, in this order. */
function focusWithin(content: HTMLElement): void {
  const heading = content.querySelector<HTMLElement>('h1, h2');
  heading?.setAttribute('tabindex', '-1');
  const first =
    content.querySelector<HTMLElement>('[aria-invalid]') ?? content.querySelector<HTMLElement>('[autofocus]');
  (first ?? heading)?.focus();
}

function submitNatively(form: HTMLFormElement, address: string, submitter: HTMLElement | null): void {
  if (submitter instanceof HTMLButtonElement && submitter.name) {
    const { name, value } = submitter;
    form.append(Object.assign(document.createElement('input'), { type: 'hidden', name, value }));
  }
  form.action = address;
  form.submit();
}
