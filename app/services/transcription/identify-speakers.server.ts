import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Transaction } from 'sequelize';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { transcriptionSubject } from '@/app/domain/jobs';
import { maxEquivalentDurationMs } from '@/app/domain/speech/duration-tolerance';
import type { LinkedSpeakers } from '@/app/domain/speech/link-speakers';
import { reassignSpeakers } from '@/app/domain/speech/reassign-speakers';
import { readWarnings, voiceWarnings, writeWarnings } from '@/app/domain/speech/transcript-warning';
import { media } from '@/app/integrations/media/index.server';
import { speech } from '@/app/integrations/speech/index.server';
import { storage } from '@/app/integrations/storage/index.server';
import { Transcription } from '@/models/transcription.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { type JobRun, NotYet } from '../platform/jobs/job';
import { isJobUnfinished } from '../platform/jobs/unfinished-jobs.server';
import { withLease } from '../platform/jobs/with-lease.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { readMeetingTimeline, withMeetingNames } from '../transcript/meeting-names.server';
import { readDraftText } from '../transcript/read-draft-text.server';
import { saveDraftText } from '../transcript/save-draft-text.server';
import { writeSavedText } from '../transcript/saved-text.server';
import { keepVoices } from '../transcript/voices.server';
import { checkpointStore, dropCheckpoints } from './checkpoints.server';
import { createWorkFolder, decodedBytes } from './create-work-folder.server';

type Run = JobRun<{ transcriptionId: number }>;

const MODEL_RETRY_MS = 2_000;

/**
 * Another diarization, free of charge; `speakerCount` null detects it.
 * @throws AppError 'transcription.not-found', 'transcription.recording-gone',
 *   'transcription.speakers-underway', 'transcription.speakers-elsewhere' for an engine without a separate
 *   diarizer
 */
export function enqueueIdentification(
  userId: number,
  publicId: string,
  { speakerCount, submissionId }: { speakerCount: number | null; submissionId: string },
): Promise<void> {
  return withIdempotencyKey(`speakers:${userId}`, submissionId, async (transaction) => {
    const lock = transaction.LOCK.UPDATE;
    const transcription = await findOwnTranscription(userId, publicId, { lock, transaction });
    if (transcription.status !== 'succeeded') throw new AppError('transcription.not-found');
    if (transcription.recordingGoneAt) throw new AppError('transcription.recording-gone');
    if (!speech.diarizesLocally) throw new AppError('transcription.speakers-elsewhere');
    const { id } = transcription;
    if (await isJobUnfinished('identify-speakers', transcriptionSubject(id), transaction)) {
      throw new AppError('transcription.speakers-underway');
    }
    await transcription.update({ speakerCount, errorCode: null }, { transaction });
    await enqueue('identify-speakers', { transcriptionId: id }, { userId, transaction });
  });
}

/**
 * Job: runs speaker diarization and reassigns the edited text to the new speaker turns, as a new version.
 * Saves the unsaved changes as a version of their own first.
 * @throws NotYet while the speech model is being downloaded; LeaseLost when another worker took over
 */
export async function identifySpeakers(run: Run): Promise<void> {
  const transcription = await Transcription.findByPk(run.payload.transcriptionId);
  if (transcription?.status !== 'succeeded' || transcription.recordingGoneAt) return;
  const readiness = await speech.readiness(transcription.isSample);
  if (!readiness.ready) throw new NotYet(MODEL_RETRY_MS);
  const folder = await createWorkFolder('speakers', decodedBytes(transcription.durationMs));
  try {
    const speakers = await decodeAndDiarize(transcription, run, path.join(folder, 'audio.s16'));
    await withLease(run.claim, (transaction) => saveReassignedText(transcription.id, speakers, transaction));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Dead-letter handler: leaves the text unchanged and stores the failure, which pages show. */
export async function handleSpeakersDeadLetter(run: Run, error: unknown): Promise<void> {
  const { transcriptionId: id } = run.payload;
  log.warn({ error, transcriptionId: id }, 'speakers could not be told apart again');
  await withLease(run.claim, async (transaction) => {
    const values = { errorCode: 'transcription.speakers-failed' } as const;
    await Transcription.update(values, { where: { id, status: 'succeeded' }, transaction });
    await dropCheckpoints([id], transaction);
  });
}

async function decodeAndDiarize(
  { id, storageKey, durationMs, isSample, speakerCount }: Transcription,
  { claim, signal }: Run,
  pcmPath: string,
): Promise<LinkedSpeakers | null> {
  const onProgress = () => undefined;
  const audio = () =>
    storage.withLocalFile(storageKey, async (recordingPath) => {
      const options = { maxDurationMs: maxEquivalentDurationMs(durationMs), signal, onProgress };
      const decoded = await media.decode(recordingPath, pcmPath, options);
      return { path: pcmPath, durationMs: decoded.durationMs };
    });
  const notes = checkpointStore(id, claim);
  return speech.diarize({ audio, signal, onProgress, isSample, speakerCount, notes });
}

async function saveReassignedText(
  transcriptionId: number,
  speakers: LinkedSpeakers | null,
  transaction: Transaction,
): Promise<void> {
  await dropCheckpoints([transcriptionId], transaction);
  const isThere = { where: { id: transcriptionId }, transaction };
  const transcription = speakers && (await Transcription.findOne(isThere));
  if (!transcription) return;
  const working = await readDraftText(transcriptionId, transaction);
  const version = await saveDraftText(transcriptionId, working, transaction);
  const before = working.blocks.map(({ id: _id, ...utterance }) => utterance);
  const meeting = await readMeetingTimeline(transcriptionId, transaction);
  const utterances = withMeetingNames(reassignSpeakers(before, speakers.turns), meeting);
  if (JSON.stringify(utterances) !== JSON.stringify(before)) {
    await writeSavedText(transcriptionId, { version: version + 1, utterances }, transaction);
  }
  await keepVoices(transcription, { voices: speakers.voices, utterances }, transaction);
  const others = readWarnings(transcription.concerns).filter(({ kind }) => kind !== 'voices');
  const concerns = writeWarnings([...others, ...voiceWarnings(speakers.doubts)]);
  await Transcription.update({ hasSpeakers: true, concerns }, isThere);
}
