/** The page as it is now on the server; null when it does not answer. */
export async function fetchPage(): Promise<Document | null> {
  const answer = await fetch(location.href);
  return answer.ok ? new DOMParser().parseFromString(await answer.text(), 'text/html') : null;
}

/** Replaces what changes with the list outside of it, such as the balance: `data-refreshed`, by id. */
export function replaceCompanions(page: Document): void {
  for (const old of document.querySelectorAll('[data-refreshed]')) {
    const fresh = page.getElementById(old.id);
    if (fresh) old.replaceWith(fresh);
    else old.remove();
  }
}
