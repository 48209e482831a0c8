import type { DBSchema } from 'idb';
import { browserStore } from '../draft/browser-store';

/** A change that the server has not confirmed, with a unique id. */
export interface Unconfirmed {
  id: string;
  change: unknown;
}

/** A change queued in the browser, for one page and one tab; a later one has a higher place. */
export type QueuedChange<Pending extends Unconfirmed = Unconfirmed> = Pending & {
  page: string;
  tab: string;
  place: number;
};

/** Maximum number of changes in one request to the server. */
export const MAX_CHANGES_PER_REQUEST = 100;
/** As MAX_CHANGES_PER_REQUEST, for the most that the server takes at once. */
export const MAX_CHANGES_AT_ONCE = 500;

interface Schema extends DBSchema {
  changes: { key: [string, string, number]; value: QueuedChange; indexes: { page: string } };
}

const openQueue = browserStore<Schema>('celeste', (database) => {
  const store = database.createObjectStore('changes', { keyPath: ['page', 'tab', 'place'] });
  store.createIndex('page', 'page');
});

/** Stores some changes and deletes others, in one transaction. */
export async function storeChanges(fresh: QueuedChange[], done: QueuedChange[] = []): Promise<void> {
  const { store, done: completed } = (await openQueue()).transaction('changes', 'readwrite');
  const deleted = done.map(({ page, tab, place }) => store.delete([page, tab, place]));
  const stored = fresh.map((change) => store.put(change));
  await Promise.all([...deleted, ...stored, completed]);
}

export async function allQueuedChanges(): Promise<QueuedChange[]> {
  return (await openQueue()).getAll('changes');
}

const LEFT_KEY = 'celeste-left-changes';

/** Keeps changes when a page is left before they are on disk, which a transaction begun then may not reach. */
export function keepLeftChanges(changes: readonly QueuedChange[]): void {
  try {
    localStorage.setItem(LEFT_KEY, JSON.stringify([...leftChanges(), ...changes]));
  } catch {
    // Without room they are in the last request only.
  }
}

function leftChanges(): QueuedChange[] {
  try {
    return JSON.parse(localStorage.getItem(LEFT_KEY) ?? '[]') as QueuedChange[];
  } catch {
    return [];
  }
}

/** Brings what was kept when a page was left to the disk, where it is looked for. */
async function storeLeftChanges(): Promise<void> {
  const left = leftChanges();
  if (left.length === 0) return;
  await storeChanges(left);
  localStorage.removeItem(LEFT_KEY);
}

/** Queued changes of a page whose tabs are closed: nothing holds their Web Lock. */
export async function orphanedChanges(page: string): Promise<QueuedChange[]> {
  await storeLeftChanges();
  const all = await (await openQueue()).getAllFromIndex('changes', 'page', page);
  if (all.length === 0) return [];
  const { held = [] } = await navigator.locks.query();
  const alive = new Set(held.map(({ name }) => name));
  return all.filter(({ tab }) => !alive.has(lockOf(tab))).sort((a, b) => a.place - b.place);
}

export async function hasOrphanedChanges(page: string): Promise<boolean> {
  return (await orphanedChanges(page).catch(() => [])).length > 0;
}

const lockOf = (tab: string) => `celeste-tab-${tab}`;

/** Creates an id for this tab, and holds a Web Lock of that id while the tab is open. */
export function registerTab(): string {
  const tab = crypto.randomUUID();
  void navigator.locks.request(lockOf(tab), () => new Promise(() => undefined));
  return tab;
}
