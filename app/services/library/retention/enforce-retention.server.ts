import { Op } from 'sequelize';
import { recordingStorageKeys } from '@/app/domain/transcription/recording-copies';
import { inTransaction } from '@/models/database.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { digestRecording } from '../../transcript/digest-recording.server';

/** Deletes expired files and old audio. Never touches finished transcripts. */
export async function enforceRetention(): Promise<void> {
  await deleteExpiredRecordings();
  await deleteOldAudio();
}

/**
 * Those whose owners got a warning. Each row goes in one commit with the job that removes its file: a crash
 * leaves neither a row without its file nor an orphaned file.
 */
async function deleteExpiredRecordings(): Promise<void> {
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

const DAY_MS = 24 * 3_600_000;

/**
 * Deletes the audio of finished transcriptions past the owner's retention period. The text stays, and so does
 * the SHA-256 digest of the audio, which exports print. Mark and job are one commit, as above.
 */
async function deleteOldAudio(): Promise<void> {
  const owners = await User.findAll({ where: { keepAudioDays: { [Op.not]: null }, deletedAt: null } });
  for (const owner of owners) await deleteAudioOf(owner);
}

async function deleteAudioOf({ id: userId, keepAudioDays }: User): Promise<void> {
  const where = {
    userId,
    status: 'succeeded',
    recordingGoneAt: null,
    finishedAt: { [Op.lt]: new Date(Date.now() - keepAudioDays! * DAY_MS) },
  } as const;
  for (const transcription of await Transcription.findAll({ where })) {
    await digestRecording(transcription);
    await inTransaction(async (transaction) => {
      // The owner may have changed the setting since it was read.
      const isChosen = await User.count({ where: { id: userId, keepAudioDays }, transaction });
      if (isChosen === 0) return;
      const [marked] = await Transcription.update(
        { recordingGoneAt: new Date() },
        { where: { id: transcription.id, recordingGoneAt: null }, silent: true, transaction },
      );
      if (marked === 0) return;
      await enqueue(
        'remove-files',
        { keys: recordingStorageKeys(transcription.storageKey) },
        { transaction },
      );
    });
  }
}
