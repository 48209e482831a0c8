import { RESTING_MS } from '@/app/domain/transcription/upload';
import { Upload } from '@/models/upload.server';
import { assertRoom } from '../storage/room.server';

/** Notes that an upload moves now. */
export async function touchUpload(upload: Upload): Promise<void> {
  upload.changed('updatedAt', true);
  await upload.save();
}

/**
 * Notes that an upload goes on. Nothing was kept free for it while it rested, so there has to be room again.
 * @throws DiskFull when there is none; then it rests on
 */
export async function wakeUpload(upload: Upload): Promise<void> {
  const { id, userId, storageKey, updatedAt } = upload;
  const hasRested = Date.now() - updatedAt.getTime() > RESTING_MS;
  await touchUpload(upload);
  if (!hasRested) return;
  try {
    await assertRoom({ userId });
  } catch (error) {
    // Sequelize updates nothing when it is given no other column.
    await Upload.update({ updatedAt, storageKey }, { where: { id }, silent: true });
    throw error;
  }
}
