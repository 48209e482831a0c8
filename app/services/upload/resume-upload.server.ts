import { IDLE_UPLOAD_MS } from '@/app/domain/upload/upload-form';
import { Upload } from '@/models/upload.server';
import { assertDiskSpace } from '../platform/storage/disk-space.server';

/** Heartbeat: marks an upload as active. */
export async function touchUpload(upload: Upload): Promise<void> {
  upload.changed('updatedAt', true);
  await upload.save();
}

/** An idle upload reserves no space, so this checks it again. @throws DiskFull; the upload then stays idle */
export async function resumeUpload(upload: Upload): Promise<void> {
  const { id, userId, storageKey, updatedAt } = upload;
  const wasIdle = Date.now() - updatedAt.getTime() > IDLE_UPLOAD_MS;
  await touchUpload(upload);
  if (!wasIdle) return;
  try {
    await assertDiskSpace({ userId });
  } catch (error) {
    // `storageKey` is unchanged: Sequelize skips an update of `updatedAt` alone.
    await Upload.update({ updatedAt, storageKey }, { where: { id }, silent: true });
    throw error;
  }
}
