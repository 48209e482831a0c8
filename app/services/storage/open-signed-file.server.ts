import type { Readable } from 'node:stream';
import { ownAddresses, storage } from '@/app/integrations/storage/index.server';
import type { ByteRange } from '@/app/integrations/storage/port';

export interface SignedFile {
  contentType: string;
  disposition: string;
  sizeBytes: number;
  read(range?: ByteRange): Readable;
}

/**
 * Opens what an address of our own leads to, whoever has it.
 * @returns 'refused' for an address that has expired or was not signed by us as it stands; 'gone' when there is no
 *   such file any more
 */
export async function openSignedFile(address: URL): Promise<SignedFile | 'refused' | 'gone'> {
  const signed = ownAddresses?.read(address);
  if (!signed) return 'refused';
  const { key, contentType, disposition } = signed;
  const sizeBytes = await storage.size(key);
  if (sizeBytes === null) return 'gone';
  return { contentType, disposition, sizeBytes, read: (range) => storage.read(key, range) };
}
