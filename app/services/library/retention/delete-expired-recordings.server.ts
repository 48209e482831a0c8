import { Op } from 'sequelize';
import { recordingStorageKeys } from '@/app/domain/transcription/recording-copies';
import { inTransaction } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { enqueue } from '../../platform/jobs/enqueue.server';

/**
 * Those whose owners got a warning. Each row goes in one commit with the job that removes its file: a crash
 * leaves neither a row without its file nor an orphaned file.
 */
export async function deleteExpiredRecordings(): Promise<void> {
  const isExpired = {
    status: 'stored',
    storedUntil: { [Op.lt]: new Date() },
    deletionNoticedAt: { [Op.not]: null },
  } as const;
  for (const { id } of await Transcription.findAll({ where: isExpired, attributes: ['id'] })) {
    await inTransaction(async (transaction) => {
      // It may have been sent for transcription since it was read.
      const expired = await Transcription.findOne({
        where: { id, ...isExpired },
        lock: transaction.LOCK.UPDATE,
        transaction,
      });
      if (!expired) return;
      await expired.destroy({ transaction });
      await enqueue('remove-files', { keys: recordingStorageKeys(expired.storageKey) }, { transaction });
    });
  }
}
