import { settings } from '@/app/config/env.server';
import { keyedHash } from '@/app/config/secret.server';
import { AppError } from '@/app/domain/errors';
import { validateFileName } from '@/app/domain/transcription/recording-file';
import { UPLOAD_EXPIRY_DAYS } from '@/app/domain/upload/upload-form';
import { inTransaction } from '@/models/database.server';
import { newPublicId } from '@/models/public-id.server';
import { Upload } from '@/models/upload.server';
import { User } from '@/models/user.server';
import { lockWallet } from '../billing/wallet/lock-wallet.server';
import { storageKeyOf } from './find-own-upload.server';
import { resumeUpload } from './resume-upload.server';
import { assertMayBegin, evictUpload, reserveUploadSpace } from './upload-quota.server';

/**
 * Creates a resumable upload and reserves its disk space, or finds an interrupted upload of the same file.
 * @throws AppError 'media.name-invalid', 'media.unsupported', 'media.invalid' for an empty file,
 *   'media.too-large' (params: limit in gigabytes), 'upload.too-many', 'account.login-required' when the
 *   account was deleted meanwhile; DiskFull when there is no space
 */
export async function beginUpload(file: {
  userId: number;
  fileName: string;
  sizeBytes: number;
  fingerprint: string;
  language: string;
  speakers?: number | undefined;
}): Promise<{ publicId: string }> {
  const { userId, sizeBytes, language, speakers: speakerCount = null } = file;
  const fileName = validateFileName(file.fileName);
  assertSize(sizeBytes);
  const fingerprint = keyedHash('upload', `${fileName}\0${sizeBytes}\0${file.fingerprint}`);
  const { upload, isNew } = await inTransaction(async (transaction) => {
    // Serialises the creation of uploads per user, also against the deletion of the account.
    await lockWallet(userId, transaction);
    const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
    if (user.deletedAt) throw new AppError('account.login-required');
    const existing = await Upload.findOne({ where: { userId, fingerprint }, transaction });
    if (existing && existing.expiresAt > new Date()) {
      await existing.update({ language, speakerCount, rejection: null }, { transaction });
      return { upload: existing, isNew: false };
    }
    if (existing) await evictUpload(existing, transaction);
    await assertMayBegin(userId, sizeBytes, transaction);
    const publicId = newPublicId();
    const expiresAt = new Date(Date.now() + UPLOAD_EXPIRY_DAYS * 24 * 3_600_000);
    const storageKey = storageKeyOf(publicId);
    const upload = await Upload.create(
      { publicId, userId, fingerprint, storageKey, fileName, sizeBytes, language, speakerCount, expiresAt },
      { transaction },
    );
    return { upload, isNew: true };
  });
  await (isNew ? reserveSpace(upload) : resumeUpload(upload));
  return { publicId: upload.publicId };
}

/** Deletes the row again when there is no space. */
async function reserveSpace(upload: Upload): Promise<void> {
  try {
    await reserveUploadSpace(upload.userId, upload);
  } catch (error) {
    await upload.destroy();
    throw error;
  }
}

function assertSize(sizeBytes: number): void {
  if (sizeBytes === 0) throw new AppError('media.invalid');
  if (sizeBytes > settings.maxFileBytes) {
    throw new AppError('media.too-large', { limit: settings.maxFileBytes / 1024 ** 3 });
  }
}
