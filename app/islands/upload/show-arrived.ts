import { REFRESHED_LIST } from '../library/refresh-list.contract';
import { fetchPage, replaceCompanions } from '../library/refreshed-page';
import { FIRST_RESULTS_ID } from './upload.contract';

export type AttachBelow = (root: ParentNode) => Promise<unknown>;

/** Shows at once what has arrived and the balance: in the page's list, or as its first list. */
export async function showArrived(attachBelow: AttachBelow): Promise<void> {
  const list = document.querySelector(REFRESHED_LIST.root.selector);
  if (list) {
    list.dispatchEvent(new Event('posted'));
    return;
  }
  const page = await fetchPage().catch(() => null);
  if (!page) return;
  replaceCompanions(page);
  const results = document.getElementById(FIRST_RESULTS_ID);
  if (results) await attachBelow(results).catch(() => undefined);
}
