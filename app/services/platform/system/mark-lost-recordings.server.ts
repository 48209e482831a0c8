import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { storage } from '@/app/integrations/storage/index.server';
import { Transcription } from '@/models/transcription.server';
import { eachRow } from '../each-row.server';

/** Work in progress is skipped: its own job reports a missing recording. */
const FINAL_STATUSES = ['succeeded', 'failed', 'stored'] as const;

/** A night's share of the recordings: a larger installation needs several nights for all. */
const CHECKED_IN_A_NIGHT = 100_000;
const DAY_MS = 24 * 3_600_000;

/**
 * Those are not offered for playback or retry. When not a single recording is found, the storage itself is
 * assumed to be missing and nothing is marked.
 * @param share ids that are looked at in one night
 */
export async function markLostRecordings(share = CHECKED_IN_A_NIGHT): Promise<void> {
  const lost: Transcription[] = [];
  let found = 0;
  for await (const transcription of withRecording(await idsOfToday(share))) {
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

/** Neighbouring ids; on as many days as there are shares, every id has its turn. */
async function idsOfToday(share: number): Promise<{ [Op.gt]: number; [Op.lte]: number }> {
  const last = Number((await Transcription.max('id')) ?? 0);
  const shares = Math.max(1, Math.ceil(last / share));
  const first = (Math.floor(Date.now() / DAY_MS) % shares) * share;
  return { [Op.gt]: first, [Op.lte]: first + share };
}

const withRecording = (ids: { [Op.gt]: number; [Op.lte]: number }) =>
  eachRow((after, page) =>
    Transcription.findAll({
      where: {
        [Op.and]: [{ id: ids }, { id: after }],
        ...{ status: [...FINAL_STATUSES], recordingGoneAt: null, sizeBytes: { [Op.gt]: 0 } },
      },
      attributes: ['id', 'status', 'storageKey'],
      ...page,
    }),
  );
