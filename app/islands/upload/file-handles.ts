import { BrowserStore } from '../draft/browser-store';
import type { ReadableHandle } from './chosen-file';

/** Data to resume an upload after the page was closed. */
interface StoredHandle {
  /** URL of the upload. */
  address: string;
  handle: ReadableHandle;
  language: string;
}

const files = new BrowserStore('celeste-uploads', 'files', (database) =>
  database.createObjectStore('files', { keyPath: 'address' }),
);

/**
 * Stores the file handle of an upload. If the browser stores nothing, the user has to choose the file again.
 */
export const storeHandle = (kept: StoredHandle) =>
  files.run('readwrite', (store) => store.put(kept)).catch(() => undefined);

export const deleteHandle = (address: string) =>
  files.run('readwrite', (store) => store.delete(address)).catch(() => undefined);

/** The stored handles; deletes those of uploads that are not among `addresses`. */
export async function loadHandles(addresses: string[]): Promise<StoredHandle[]> {
  const all = (await files.run('readonly', (store) => store.getAll())) as StoredHandle[];
  const isOpen = ({ address }: StoredHandle) => addresses.includes(address);
  await Promise.all(all.filter((kept) => !isOpen(kept)).map(({ address }) => deleteHandle(address)));
  return all.filter(isOpen);
}
