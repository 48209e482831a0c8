import { DATABASE, everythingQueued } from './transcript/queue';

/** Whether a celebration was shown is no secret of anybody's (specification: session). */
const KEPT = 'celebration';
/** Another tab can hold a database open, and a line can be slow; logging out does not wait for ever. */
const PATIENCE_MS = 3_000;
/** Changes that the server takes at once. */
const MOST_PER_POST = 100;

/** What the server has of a text that is being worked on. */
interface DraftThere {
  version: number;
  /** Of a transcript's changes that wait to be saved. */
  changeIds?: string[];
}

/**
 * Before its form is sent, brings changes of transcripts that still wait to the server, and clears what the
 * browser stored for this site. The form is sent whatever happens.
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

/** What no longer fits, since somebody else changed the same first, goes. */
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
