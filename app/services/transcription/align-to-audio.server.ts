import type { Transaction } from 'sequelize';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { transcriptionSubject } from '@/app/domain/jobs';
import { retimeTranscript } from '@/app/domain/speech/retime-transcript';
import type { Word } from '@/app/domain/transcript/transcript';
import { speech } from '@/app/integrations/speech/index.server';
import { type Recognition, StillWorking } from '@/app/integrations/speech/port';
import { Transcription } from '@/models/transcription.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { type JobRun, NotYet } from '../platform/jobs/job';
import { isJobUnfinished } from '../platform/jobs/unfinished-jobs.server';
import { withLease } from '../platform/jobs/with-lease.server';
import { limitRate, type Rate } from '../platform/limits/limit-rate.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { readDraftText } from '../transcript/read-draft-text.server';
import { saveDraftText } from '../transcript/save-draft-text.server';
import { writeSavedText } from '../transcript/saved-text.server';
import { checkpointStore, dropCheckpoints, withCheckpoint } from './checkpoints.server';
import { withDecodedRecording } from './with-decoded-recording.server';

type Run = JobRun<{ transcriptionId: number }>;

const MODEL_RETRY_MS = 2_000;

/** It costs no minutes, so that only this limits it. */
const ALIGN_RATE: Rate = { most: 20, windowMs: 24 * 3_600_000 };

/**
 * Gives a text its word times from the recording, free of charge.
 * @throws AppError 'transcription.not-found', 'transcription.recording-gone', 'transcription.align-underway',
 *   'transcription.align-too-often' (param: seconds)
 */
export function enqueueAlignment(
  userId: number,
  publicId: string,
  { submissionId }: { submissionId: string },
): Promise<void> {
  return withIdempotencyKey(`align:${userId}`, submissionId, async (transaction) => {
    const lock = transaction.LOCK.UPDATE;
    const transcription = await findOwnTranscription(userId, publicId, { lock, transaction });
    if (transcription.status !== 'succeeded') throw new AppError('transcription.not-found');
    if (transcription.recordingGoneAt) throw new AppError('transcription.recording-gone');
    const { id } = transcription;
    if (await isJobUnfinished('align-words', transcriptionSubject(id), transaction))
      throw new AppError('transcription.align-underway');
    const seconds = await limitRate(`align:${userId}`, ALIGN_RATE, transaction);
    if (seconds > 0) throw new AppError('transcription.align-too-often', { seconds });
    await transcription.update({ errorCode: null }, { transaction });
    await enqueue('align-words', { transcriptionId: id }, { userId, transaction });
  });
}

/**
 * Job: recognizes the recording, and gives the words of the text, with its unsaved changes, the times of those that
 * were heard, as a new version. Nothing else of what was heard is kept.
 * @throws NotYet while the speech model is being downloaded, or an external engine is still working; LeaseLost when
 *   another worker took over
 */
export async function alignToAudio(run: Run): Promise<void> {
  const transcription = await Transcription.findByPk(run.payload.transcriptionId);
  if (transcription?.status !== 'succeeded' || transcription.recordingGoneAt) return;
  const readiness = await speech.readiness(transcription.isSample);
  if (!readiness.ready) throw new NotYet(MODEL_RETRY_MS);
  try {
    const { words } = await recognize(transcription, run);
    await withLease(run.claim, (transaction) => saveTimes(transcription, words, transaction));
  } catch (error) {
    if (error instanceof StillWorking) throw new NotYet(error.askAgainInMs, true);
    throw error;
  }
}

/** Dead-letter handler: leaves the text unchanged and stores the failure, which pages show. */
export async function handleAlignmentDeadLetter(run: Run, error: unknown): Promise<void> {
  const { transcriptionId: id } = run.payload;
  log.warn({ error, transcriptionId: id }, 'a text could not be aligned');
  await withLease(run.claim, async (transaction) => {
    const values = { errorCode: 'transcription.align-failed' } as const;
    await Transcription.update(values, { where: { id, status: 'succeeded' }, transaction });
    await dropCheckpoints([id], transaction);
  });
}

function recognize(transcription: Transcription, { claim, signal }: Run): Promise<Recognition> {
  const { id, isSample, language, durationMs } = transcription;
  return withCheckpoint<Recognition>(id, 'words', claim, () =>
    withDecodedRecording(transcription, signal, (path) =>
      speech.recognize({
        audio: async () => ({ path, durationMs }),
        signal,
        isSample,
        language,
        speakerCount: null,
        terms: [],
        notify: null,
        notes: checkpointStore(id, claim),
        onProgress: () => undefined,
      }),
    ),
  );
}

async function saveTimes(
  { id, durationMs }: Transcription,
  heard: readonly Word[],
  transaction: Transaction,
): Promise<void> {
  await dropCheckpoints([id], transaction);
  const isThere = { where: { id }, transaction };
  if ((await Transcription.count(isThere)) === 0) return;
  const working = await readDraftText(id, transaction);
  const before = working.blocks.map(({ id: _id, ...utterance }) => utterance);
  const utterances = retimeTranscript(before, heard, durationMs);
  if (!utterances) {
    await Transcription.update({ errorCode: 'transcription.align-mismatch' }, isThere);
    return;
  }
  const version = await saveDraftText(id, working, transaction);
  if (JSON.stringify(utterances) !== JSON.stringify(before))
    await writeSavedText(id, { version: version + 1, utterances }, transaction);
  await Transcription.update({ importRepairs: null }, isThere);
}
