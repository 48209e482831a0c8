import type { DBSchema } from 'idb';
import { browserStore } from '../draft/browser-store';
import type { ReadableHandle } from './chosen-file';

interface StoredHandle {
  address: string;
  handle: ReadableHandle;
  language: string;
}

interface Schema extends DBSchema {
  files: { key: string; value: StoredHandle };
}

const openFiles = browserStore<Schema>('celeste-uploads', (database) => {
  database.createObjectStore('files', { keyPath: 'address' });
});

/**
 * Stores the file handle of an upload. If the browser stores nothing, the user has to choose the file again.
 */
export async function storeHandle(kept: StoredHandle): Promise<void> {
  await openFiles()
    .then((files) => files.put('files', kept))
    .catch(() => undefined);
}

export async function deleteHandle(address: string): Promise<void> {
  await openFiles()
    .then((files) => files.delete('files', address))
    .catch(() => undefined);
}

/** The stored handles; deletes those of uploads that are not among `addresses`. */
export async function loadHandles(addresses: string[]): Promise<StoredHandle[]> {
  const all = await (await openFiles()).getAll('files');
  const isOpen = ({ address }: StoredHandle) => addresses.includes(address);
  await Promise.all(all.filter((kept) => !isOpen(kept)).map(({ address }) => deleteHandle(address)));
  return all.filter(isOpen);
}
