import { Readable } from 'node:stream';
import type { Transaction } from 'sequelize';
import {
  MAX_PICTURE_BYTES,
  MAX_PICTURE_SIDE_PX,
  pictureFormatOf,
  readPicture,
} from '@/app/domain/account/picture';
import { AppError } from '@/app/domain/errors';
import { storage } from '@/app/integrations/storage/index.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';

/**
 * Deletes the previous one. The content tells the format, not the file name.
 * @throws AppError 'account.picture-too-large' (params: limit in MB), 'account.picture-invalid' (limit in
 *   pixels), 'account.login-required'
 */
export async function savePicture(upload: {
  userId: number;
  submissionId: string;
  body: Readable;
}): Promise<void> {
  const { userId, submissionId, body } = upload;
  const bytes = await readUpTo(body, MAX_PICTURE_BYTES);
  const picture = readPicture(bytes);
  if (!picture) throw new AppError('account.picture-invalid', { limit: MAX_PICTURE_SIDE_PX });
  // The key carries the format, since storage keeps no content type.
  const pictureKey = `pictures/${newPublicId()}-${picture.format}`;
  await storage.put(pictureKey, Readable.from([bytes]), { maxBytes: MAX_PICTURE_BYTES });
  try {
    await replacePicture(userId, submissionId, pictureKey);
  } catch (error) {
    await storage.remove(pictureKey);
    throw error;
  }
}

export function removePicture(userId: number, submissionId: string): Promise<void> {
  return replacePicture(userId, submissionId, null);
}

/** The old file is removed after the commit, or by the sweep if this process dies first. */
async function replacePicture(userId: number, submissionId: string, fresh: string | null): Promise<void> {
  const { before, after } = await withIdempotencyKey(`picture:${userId}`, submissionId, (transaction) =>
    swapPictureKey(userId, fresh, transaction),
  );
  for (const left of [before, fresh]) {
    if (left && left !== after) await storage.remove(left);
  }
}

async function swapPictureKey(userId: number, fresh: string | null, transaction: Transaction) {
  const user = await User.findByPk(userId, {
    lock: transaction.LOCK.UPDATE,
    transaction,
    rejectOnEmpty: true,
  });
  if (user.deletedAt) throw new AppError('account.login-required');
  const before = user.pictureKey;
  await user.update({ pictureKey: fresh }, { transaction });
  return { before, after: fresh };
}

async function readUpTo(body: Readable, most: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > most) throw new AppError('account.picture-too-large', { limit: most / 1024 ** 2 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Opens a user's profile picture; null without one. Each picture has its own `key`. */
export async function openPicture(userId: number) {
  const user = await User.findByPk(userId, { rejectOnEmpty: true });
  const key = user.pictureKey;
  if (!key || (await storage.size(key)) === null) return null;
  return { key, contentType: `image/${pictureFormatOf(key)}`, read: () => storage.read(key) };
}
