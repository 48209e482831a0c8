import type { Readable } from 'node:stream';
import { log } from '@/app/config/log.server';
import { IDLE_UPLOAD_MS } from '@/app/domain/upload/upload-form';
import { storage } from '@/app/integrations/storage/index.server';
import type { Upload } from '@/models/upload.server';
import { findOwnUpload } from './find-own-upload.server';
import { resumeUpload, touchUpload } from './resume-upload.server';

/** Heartbeat interval of an active upload; a fraction of the time after which it counts as idle. */
const HEARTBEAT_MS = IDLE_UPLOAD_MS / 10;

/**
 * Keeps the received part of an interrupted chunk. `offset` is where the earlier ones end; returns the bytes
 * received so far.
 * @throws AppError 'upload.not-found'; DiskFull when it was idle and there is no space now; the error of
 *   `body`
 */
export async function receiveChunk(chunk: {
  userId: number;
  publicId: string;
  body: Readable;
  offset: number;
}): Promise<number> {
  const { userId, publicId, body, offset } = chunk;
  const upload = await findOwnUpload(userId, publicId);
  await resumeUpload(upload);
  const watch = startHeartbeat(upload);
  try {
    return await storage.append(upload.storageKey, body, offset);
  } finally {
    clearInterval(watch);
    await touchUpload(upload);
  }
}

/** Heartbeat: one chunk may take hours on a slow connection. */
function startHeartbeat(upload: Upload): NodeJS.Timeout {
  let before = -1;
  const touchIfMoved = async () => {
    const now = await storage.receivedBytes(upload.storageKey);
    if (now !== before) await touchUpload(upload);
    before = now;
  };
  const warn = (error: unknown) => log.warn({ error }, 'an upload that moves could not be marked');
  return setInterval(() => void touchIfMoved().catch(warn), HEARTBEAT_MS);
}
