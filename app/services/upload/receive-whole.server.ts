import type { Readable } from 'node:stream';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { storage } from '@/app/integrations/storage/index.server';
import { inTransaction } from '@/models/database.server';
import { Upload } from '@/models/upload.server';
import { User } from '@/models/user.server';
import { lockWallet } from '../billing/wallet/lock-wallet.server';
import { isSignedUpload, type SignedUpload } from './api-upload.server';
import { findOwnUpload } from './find-own-upload.server';
import { receiveChunk } from './receive-chunk.server';
import { assertMayBegin, reserveUploadSpace } from './upload-quota.server';

/** One request for each upload at a time. */
const underWay = new Set<string>();

/**
 * Streams a whole file, of `sizeBytes` bytes, to the upload of a signed address; what came before is replaced.
 * @throws AppError 'upload.not-found' without a valid signature, 'media.invalid', 'media.too-large',
 *   'upload.too-many', 'upload.incomplete'; DiskFull; the error of `body`
 */
export async function receiveWhole(address: SignedUpload, body: Readable, sizeBytes: number): Promise<void> {
  if (!isSignedUpload(address)) throw new AppError('upload.not-found');
  const user = await User.findOne({ where: { container: address.container, deletedAt: null } });
  if (!user) throw new AppError('upload.not-found');
  if (!(sizeBytes > 0)) throw new AppError('media.invalid');
  if (sizeBytes > settings.maxFileBytes) {
    throw new AppError('media.too-large', { limit: settings.maxFileBytes / 1024 ** 3 });
  }
  const { publicId } = address;
  if (underWay.has(publicId)) throw new AppError('upload.too-many');
  underWay.add(publicId);
  try {
    const upload = await findOwnUpload(user.id, publicId);
    await reserve(upload, sizeBytes);
    const received = await receiveChunk({ userId: user.id, publicId, body, offset: 0 });
    if (received !== sizeBytes) throw new AppError('upload.incomplete');
  } finally {
    underWay.delete(publicId);
  }
}

async function reserve(upload: Upload, sizeBytes: number): Promise<void> {
  const { userId, id, storageKey } = upload;
  await storage.remove(storageKey);
  await inTransaction(async (transaction) => {
    await lockWallet(userId, transaction);
    await Upload.update({ sizeBytes: 0 }, { where: { id }, transaction });
    await assertMayBegin(userId, sizeBytes, transaction);
    await Upload.update({ sizeBytes }, { where: { id }, transaction });
  });
  await reserveUploadSpace(userId, await upload.reload());
}
