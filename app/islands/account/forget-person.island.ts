/** Whether a celebration was shown is not personal data (specification: session). */
const PRESERVED_KEY = 'celebration';
/** Another tab can hold a database open and a connection can be slow, but logging out must not hang. */
const TIMEOUT_MS = 3_000;

interface ServerDraft {
  version: number;
  changeIds?: string[];
}

/** Before logout, sends queued changes to the server and clears browser storage; submits whatever happens. */
export default function attach(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const timeout = new Promise((resolve) => setTimeout(resolve, TIMEOUT_MS));
    const cleanups = [clearLocalStorage(), clearSessionStorage(), sendDrafts().finally(deleteDatabases)];
    void Promise.race([Promise.allSettled(cleanups), timeout]).then(() => form.submit());
  });
}

/** Changes that conflict with another user's edits are dropped. */
async function sendDrafts(): Promise<void> {
  if ((await indexedDB.databases()).length === 0) return;
  const { allQueuedChanges, MAX_CHANGES_PER_REQUEST } = await import('../transcript/change-queue');
  const queued = await allQueuedChanges();
  for (const page of new Set(queued.map((change) => change.page))) {
    const { version, changeIds = [] } = (await (await fetch(`${page}/draft`)).json()) as ServerDraft;
    let lastChangeId = changeIds.at(-1) ?? null;
    const changes = queued.filter((change) => change.page === page).map(({ id, change }) => ({ id, change }));
    while (changes.length > 0) {
      const some = changes.splice(0, MAX_CHANGES_PER_REQUEST);
      await fetch(`${page}/draft`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ version, lastChangeId, changes: some }),
      });
      lastChangeId = some.at(-1)?.id ?? lastChangeId;
    }
  }
}

async function clearLocalStorage(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key !== PRESERVED_KEY) localStorage.removeItem(key);
}

async function clearSessionStorage(): Promise<void> {
  sessionStorage.clear();
}

async function deleteDatabases(): Promise<void> {
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name = '' }) => whenFinished(indexedDB.deleteDatabase(name))));
}

const whenFinished = (request: IDBOpenDBRequest) =>
  new Promise((resolve) => {
    request.onsuccess = resolve;
    request.onerror = resolve;
  });
