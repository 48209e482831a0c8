import { DATABASE, everythingQueued } from './transcript/queue';

/** Whether a celebration was shown is not personal data (specification: session). */
const KEPT = 'celebration';
/**
 * Timeout: another tab can hold a database open and a connection can be slow, but logging out must not hang.
 */
const PATIENCE_MS = 3_000;
/** Maximum number of changes in one request to the server. */
const MOST_PER_POST = 100;

/** State of a draft on the server. */
interface DraftThere {
  version: number;
  /** Ids of the transcript's unsaved draft changes. */
  changeIds?: string[];
}

/**
 * Logout form: before submitting, sends the queued changes of transcripts to the server and clears this
 * site's browser storage. Submits whatever happens.
 */
export default function attach(element: HTMLElement): void {
  const form = element as HTMLFormElement;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
    const forgetting = [forgetLocalStorage(), forgetSessionStorage(), sendDrafts().finally(forgetDatabases)];
    void Promise.race([Promise.allSettled(forgetting), patience]).then(() => form.submit());
  });
}

/** Changes that conflict with another user's edits are dropped. */
async function sendDrafts(): Promise<void> {
  const names = (await indexedDB.databases()).map(({ name }) => name);
  if (!names.includes(DATABASE)) return;
  const queued = await everythingQueued();
  for (const page of new Set(queued.map((change) => change.page))) {
    const { version, changeIds = [] } = (await (await fetch(`${page}/draft`)).json()) as DraftThere;
    let lastChangeId = changeIds.at(-1) ?? null;
    const changes = queued.filter((change) => change.page === page).map(({ id, change }) => ({ id, change }));
    while (changes.length > 0) {
      const some = changes.splice(0, MOST_PER_POST);
      await fetch(`${page}/draft`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ version, lastChangeId, changes: some }),
      });
      lastChangeId = some.at(-1)!.id;
    }
  }
}

async function forgetLocalStorage(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (key !== KEPT) localStorage.removeItem(key);
}

async function forgetSessionStorage(): Promise<void> {
  sessionStorage.clear();
}

async function forgetDatabases(): Promise<void> {
  const databases = await indexedDB.databases();
  await Promise.all(databases.map(({ name }) => deleted(indexedDB.deleteDatabase(name!))));
}

const deleted = (request: IDBOpenDBRequest) =>
  new Promise((resolve) => {
    request.onsuccess = resolve;
    request.onerror = resolve;
  });
