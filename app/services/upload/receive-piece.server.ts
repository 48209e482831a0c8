import type { Readable } from 'node:stream';
import { log } from '@/app/config/log.server';
import { RESTING_MS } from '@/app/domain/transcription/upload';
import { storage } from '@/app/integrations/storage/index.server';
import type { Upload } from '@/models/upload.server';
import { findOwnUpload } from './find-own-upload.server';
import { touchUpload, wakeUpload } from './wake-upload.server';

/** How often an upload that moves says so; a fraction of the time after which it would rest. */
const TOUCHED_EVERY_MS = RESTING_MS / 10;

/**
 * Takes the next piece of an upload. What arrived of a piece that breaks off stays.
 * @param piece.offset where the earlier pieces end, in bytes
 * @returns the bytes that have arrived so far
 * @throws AppError 'upload.not-found'; DiskFull when it rested and there is no room for it any more; what `body`
 *   throws when it breaks off
 */
export async function receivePiece(piece: {
  userId: number;
  publicId: string;
  body: Readable;
  offset: number;
}): Promise<number> {
  const { userId, publicId, body, offset } = piece;
  const upload = await findOwnUpload(userId, publicId);
  await wakeUpload(upload);
  const watch = touchWhileMoving(upload);
  try {
    return await storage.append(upload.storageKey, body, offset);
  } finally {
    clearInterval(watch);
    await touchUpload(upload);
  }
}

/** A piece may take hours on a slow line. */
function touchWhileMoving(upload: Upload): NodeJS.Timeout {
  let before = -1;
  const touchIfMoved = async () => {
    const now = await storage.receivedBytes(upload.storageKey);
    if (now !== before) await touchUpload(upload);
    before = now;
  };
  const warn = (error: unknown) => log.warn({ error }, 'an upload that moves could not be marked');
  return setInterval(() => void touchIfMoved().catch(warn), TOUCHED_EVERY_MS);
}
