import { BrowserStore } from '../parts/browser-store';
import type { ReadableHandle } from './chosen-file';

/** How to go on with an upload after the page was left. */
interface KeptFile {
  /** Of the upload. */
  address: string;
  handle: ReadableHandle;
  language: string;
}

const files = new BrowserStore('celeste-uploads', 'files', (database) =>
  database.createObjectStore('files', { keyPath: 'address' }),
);

/** Remembers where the file of an upload is. A browser that keeps nothing asks for it again instead. */
export const keepFile = (kept: KeptFile) =>
  files.run('readwrite', (store) => store.put(kept)).catch(() => undefined);

export const forgetFile = (address: string) =>
  files.run('readwrite', (store) => store.delete(address)).catch(() => undefined);

/** The files that are remembered, but for those of uploads that are no longer among `addresses`, which go. */
export async function keptFiles(addresses: string[]): Promise<KeptFile[]> {
  const all = (await files.run('readonly', (store) => store.getAll())) as KeptFile[];
  const isOpen = ({ address }: KeptFile) => addresses.includes(address);
  await Promise.all(all.filter((kept) => !isOpen(kept)).map(({ address }) => forgetFile(address)));
  return all.filter(isOpen);
}
