import { required } from './find-part';
import type { Part } from './part.contract';

/** Fetches an element with its stylesheets. @throws Error when the response is not OK or lacks it */
export async function fetchPart(address: string, { selector }: Part): Promise<HTMLElement> {
  const answer = await fetch(address);
  const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
  const part = page.querySelector<HTMLElement>(selector);
  if (!answer.ok || !part) throw new Error(`${address} has no ${selector}`);
  await adoptStylesheets(page);
  return document.adoptNode(part);
}

/** Loads the stylesheets that only the fetched page has. */
export async function adoptStylesheets(page: Document): Promise<void> {
  await Promise.all([...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(adopt));
}

function adopt(link: HTMLLinkElement): Promise<unknown> | undefined {
  const href = required(link.getAttribute('href'), 'address of a stylesheet');
  const present = document.querySelector<HTMLLinkElement>(`link[href="${CSS.escape(href)}"]`);
  // One that failed, or is still loading, has no sheet.
  if (present?.sheet) return undefined;
  const copy = document.createElement('link');
  copy.rel = 'stylesheet';
  copy.href = href;
  document.head.append(copy);
  return new Promise((resolve) => {
    copy.onload = copy.onerror = resolve;
  });
}
