import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { storage } from '@/app/integrations/storage/index.server';
import { Transcription } from '@/models/transcription.server';

const BATCH = 200;
/** What is worked on is left alone: its own job notices. */
const FINAL = ['succeeded', 'failed', 'stored'] as const;

/**
 * Marks the transcriptions whose recording is not in storage any more, so that nothing offers to play or to
 * send it. Where not one recording is found, it is the storage that is missing, and nothing is marked.
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
  for (const { id, status } of lost) await mark(id, status);
  log.warn({ lost: lost.length }, 'recordings are not in storage any more');
}

/** A stored recording has nothing left to wait for. */
async function mark(id: number, status: Transcription['status']): Promise<void> {
  const recordingGoneAt = new Date();
  const isOver = status === 'stored';
  await Transcription.update(
    isOver
      ? { recordingGoneAt, status: 'failed', errorCode: 'transcription.recording-gone', storedUntil: null }
      : { recordingGoneAt },
    { where: { id, status }, silent: true },
  );
}

async function* withRecording(): AsyncGenerator<Transcription> {
  for (let after = 0; ; ) {
    const batch = await Transcription.findAll({
      where: { id: { [Op.gt]: after }, status: [...FINAL], recordingGoneAt: null, sizeBytes: { [Op.gt]: 0 } },
      attributes: ['id', 'status', 'storageKey'],
      order: ['id'],
      limit: BATCH,
    });
    yield* batch;
    if (batch.length < BATCH) return;
    after = batch.at(-1)!.id;
  }
}
