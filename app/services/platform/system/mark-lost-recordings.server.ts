import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { storage } from '@/app/integrations/storage/index.server';
import { Transcription } from '@/models/transcription.server';
import { eachRow } from '../each-row.server';

/** Work in progress is skipped: its own job reports a missing recording. */
const FINAL_STATUSES = ['succeeded', 'failed', 'stored'] as const;

/**
 * Those are not offered for playback or retry. When not a single recording is found, the storage itself is
 * assumed to be missing and nothing is marked.
 */
export async function markLostRecordings(): Promise<void> {
  const lost: Transcription[] = [];
  let found = 0;
  for await (const transcription of withRecording()) {
    if ((await storage.size(transcription.storageKey)) === null) lost.push(transcription);
    else found += 1;
  }
  if (lost.length === 0) return;
  if (found === 0)
    return log.error({ lost: lost.length }, 'no recording is in storage: is it the right one?');
  for (const { id, status } of lost) await markLost(id, status);
  log.warn({ lost: lost.length }, 'recordings are not in storage any more');
}

/** A stored recording fails, since it can no longer be transcribed. */
async function markLost(id: number, status: Transcription['status']): Promise<void> {
  const recordingGoneAt = new Date();
  const isOver = status === 'stored';
  await Transcription.update(
    isOver
      ? { recordingGoneAt, status: 'failed', errorCode: 'transcription.recording-gone', storedUntil: null }
      : { recordingGoneAt },
    { where: { id, status }, silent: true },
  );
}

const withRecording = () =>
  eachRow((after, page) =>
    Transcription.findAll({
      where: { id: after, status: [...FINAL_STATUSES], recordingGoneAt: null, sizeBytes: { [Op.gt]: 0 } },
      attributes: ['id', 'status', 'storageKey'],
      ...page,
    }),
  );
