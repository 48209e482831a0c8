import type { Readable } from 'node:stream';
import { storage } from '@/app/integrations/storage/index.server';
import { findOwnUpload } from './find-own-upload.server';

/**
 * Takes the next piece of an upload. What arrived of a piece that breaks off stays.
 * @param piece.offset where the earlier pieces end, in bytes
 * @returns the bytes that have arrived so far
 * @throws AppError 'upload.not-found'; what `body` throws when it breaks off
 */
export async function receivePiece(piece: {
  userId: number;
  publicId: string;
  body: Readable;
  offset: number;
}): Promise<number> {
  const { userId, publicId, body, offset } = piece;
  const upload = await findOwnUpload(userId, publicId);
  const receivedBytes = await storage.append(upload.storageKey, body, offset);
  upload.changed('updatedAt', true);
  await upload.save();
  return receivedBytes;
}
