import { Op } from 'sequelize';
import { filesOfRecording } from '@/app/domain/transcription/recording-copies';
import { inTransaction } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { enqueueJob } from '../job/enqueue-job.server';

/**
 * Deletes the ARMAZENADO files whose time is over and whose owners were told. Each goes in one commit with the
 * job that removes its bytes: a crash leaves no row without its file and no file that nothing will remove.
 */
export async function deleteExpired(): Promise<void> {
  const isOver = {
    status: 'stored',
    storedUntil: { [Op.lt]: new Date() },
    deletionNoticedAt: { [Op.not]: null },
  } as const;
  for (const { id } of await Transcription.findAll({ where: isOver, attributes: ['id'] })) {
    await inTransaction(async (transaction) => {
      // It may have been sent to be transcribed a moment ago.
      const expired = await Transcription.findOne({
        where: { id, ...isOver },
        lock: transaction.LOCK.UPDATE,
        transaction,
      });
      if (!expired) return;
      await expired.destroy({ transaction });
      await enqueueJob(
        { name: 'remove-files', payload: { keys: filesOfRecording(expired.storageKey) } },
        transaction,
      );
    });
  }
}
