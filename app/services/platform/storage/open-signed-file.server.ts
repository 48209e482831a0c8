import type { Readable } from 'node:stream';
import { localSignedUrls, storage } from '@/app/integrations/storage/index.server';
import type { ByteRange } from '@/app/integrations/storage/port';

export interface SignedFile {
  contentType: string;
  disposition: string;
  sizeBytes: number;
  read(range?: ByteRange): Readable;
}

/** The signature is the only authorization: 'refused' without a valid one, 'gone' without the file. */
export async function openSignedFile(url: URL): Promise<SignedFile | 'refused' | 'gone'> {
  const signed = localSignedUrls?.read(url);
  if (!signed) return 'refused';
  const { key, contentType, disposition } = signed;
  const sizeBytes = await storage.size(key);
  if (sizeBytes === null) return 'gone';
  return { contentType, disposition, sizeBytes, read: (range) => storage.read(key, range) };
}
