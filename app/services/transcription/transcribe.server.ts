import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { log } from '@/app/config/log.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';
import { withNames } from '@/app/domain/library/glossary';
import type { JoinedTimeline } from '@/app/domain/meeting/timeline';
import { assembleUtterances } from '@/app/domain/speech/assemble-utterances';
import type { LinkedSpeakers } from '@/app/domain/speech/link-speakers';
import {
  type TranscriptWarning,
  voiceWarnings,
  withLanguageMismatch,
  writeWarnings,
} from '@/app/domain/speech/transcript-warning';
import { transcriptConfidence } from '@/app/domain/transcript/transcript-confidence';
import type { LocalStage } from '@/app/domain/transcription/progress';
import { media } from '@/app/integrations/media/index.server';
import { speech } from '@/app/integrations/speech/index.server';
import {
  EngineFault,
  isPermanent,
  type PcmFile,
  type Recognition,
  type SpeechRequest,
  StillWorking,
} from '@/app/integrations/speech/port';
import { storage } from '@/app/integrations/storage/index.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { closeHold } from '../billing/wallet/close-hold.server';
import { readGlossary } from '../library/glossary.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { GiveUp, type JobRun, NotYet, TryAgain } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { isDatabaseUnavailable } from '../platform/system/database-outage.server';
import { indexTranscript } from '../transcript/index-transcript.server';
import { readInvitedNames } from '../transcript/invited-names.server';
import { readMeetingTimeline, withMeetingNames } from '../transcript/meeting-names.server';
import { writeSavedText } from '../transcript/saved-text.server';
import { keepVoices } from '../transcript/voices.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';
import { checkpointStore, dropCheckpoints, withCheckpoint } from './checkpoints.server';
import { createWorkFolder, decodedBytes } from './create-work-folder.server';
import { estimateFinish } from './estimate-finish.server';
import { failTranscription } from './fail-transcription.server';
import { holdDecodedDuration, maxDecodeMs } from './hold-decoded-duration.server';
import { takeDictation } from './live/dictation/take-dictation.server';
import { restoreWriting } from './restore-writing.server';
import { runInParallel } from './run-in-parallel';
import { enqueueOutcomeEmail } from './send-outcome-email.server';
import { SpeechClock } from './speech-clock.server';
import { speechWebhookUrl } from './speech-webhook.server';
import { WorkProgress } from './work-progress.server';

const MODEL_RETRY_MS = 2_000;
/** Faults of an external engine seldom pass within seconds. */
const FAULT_RETRY_MS = 30_000;

/**
 * Job: transcribes one recording: decode, recognize, diarize, then transcript, status and charge in one
 * commit. Resumes from the checkpoints of earlier attempts.
 * @throws NotYet while the speech model is being downloaded, or an external engine is still working;
 *   LeaseLost when another worker took over; TryAgain after a fault of the engine, GiveUp after a permanent one
 */
export async function transcribe(run: JobRun<{ transcriptionId: number }>): Promise<void> {
  const transcription = await Transcription.findByPk(run.payload.transcriptionId);
  if (!transcription || transcription.status === 'succeeded' || transcription.status === 'failed') return;
  const readiness = await speech.readiness(transcription.isSample);
  if (!readiness.ready) throw new NotYet(MODEL_RETRY_MS);

  let folder: string | undefined;
  try {
    folder = await createWorkFolder('transcribe', decodedBytes(transcription.durationMs));
    await start(transcription, run);
    await takeDictation(transcription, run.claim);
    const result = await recognizeAndDiarize(transcription, run, path.join(folder, 'audio.s16'));
    await finish(transcription, run, result);
  } catch (error) {
    if (isDiskFull(error)) await resetToPending(transcription, run);
    if (error instanceof StillWorking) throw new NotYet(error.askAgainInMs, true);
    if (error instanceof EngineFault) await retryOrGiveUp(transcription, run, error);
    if (!(error instanceof AppError)) throw error;
    await failTranscription(run, error.code);
  } finally {
    if (folder) await rm(folder, { recursive: true, force: true });
  }
}

/** Resets the status to pending while the job waits for disk space. */
async function resetToPending({ id }: Transcription, run: JobRun<unknown>): Promise<void> {
  try {
    await withLease(run.claim, (transaction) =>
      Transcription.update(
        { status: 'pending', stage: null, expectedAt: null },
        { where: { id }, transaction },
      ),
    );
  } catch (error) {
    if (!isDiskFull(error)) throw error;
  }
}

/** Drops the estimate: that of an attempt that failed promises less than the next one needs. */
async function retryOrGiveUp(
  { id }: Transcription,
  run: JobRun<unknown>,
  fault: EngineFault,
): Promise<never> {
  await withLease(run.claim, (transaction) =>
    Transcription.update({ expectedAt: null }, { where: { id }, transaction }),
  );
  throw isPermanent(fault) ? new GiveUp(fault) : new TryAgain(retryDelayMs(fault), fault);
}

/** A child process that died can be restarted at once. */
const retryDelayMs = ({ kind, retryAfterMs }: EngineFault) =>
  retryAfterMs ?? (kind === 'died' ? 0 : FAULT_RETRY_MS);

async function start(transcription: Transcription, run: JobRun<unknown>): Promise<void> {
  const startedAt = transcription.startedAt ?? new Date();
  await withLease(run.claim, (transaction) =>
    transcription.update({ status: 'processing', startedAt }, { transaction }),
  );
}

type Heard = Recognition & Pick<LinkedSpeakers, 'doubts' | 'voices'>;

async function recognizeAndDiarize(
  transcription: Transcription,
  run: JobRun<unknown>,
  pcmPath: string,
): Promise<Heard> {
  const { id, userId, isSample, language, speakerCount, publicId } = transcription;
  const areSideBySide = speech.diarizesLocally && availableParallelism() > 1;
  const overAtMs = await estimateFinish(transcription, await speech.modelName(isSample));
  const progress = new WorkProgress(id, run.claim, { areSideBySide, overAtMs });
  const notes = checkpointStore(id, run.claim);
  const clock = new SpeechClock();
  let decoded: Promise<PcmFile> | undefined;
  const audio = () => {
    decoded ??= clock.decode(() =>
      decode(transcription, run, { pcmPath, onProgress: progress.reporterFor('decoding') }),
    );
    return decoded;
  };
  const request = (stage: LocalStage, signal: AbortSignal): SpeechRequest => ({
    audio: clock.startAfter(stage, audio),
    signal,
    isSample,
    speakerCount,
    notes,
    onProgress: progress.reporterFor(stage),
  });
  const recognize = async (signal: AbortSignal) => {
    const heard = await withCheckpoint<Recognition>(id, 'words', run.claim, async () =>
      speech.recognize({
        ...request('recognizing', signal),
        language,
        terms: withNames(await readGlossary(userId), await readInvitedNames(id)),
        notify: speechWebhookUrl(publicId),
      }),
    );
    clock.stop('recognizing');
    progress.reporterFor('recognizing')(1);
    const { modelName } = heard;
    await withLease(run.claim, (transaction) => transcription.update({ modelName }, { transaction }));
    if (heard.words.length === 0) throw new AppError('media.no-speech');
    return heard;
  };
  const diarize = async (signal: AbortSignal) => {
    const work = () => speech.diarize(request('diarizing', signal));
    const speakers = await withCheckpoint<LinkedSpeakers | null>(id, 'speakers', run.claim, () =>
      run.isLastAttempt ? diarizeOrSkip(work, signal, id) : work(),
    );
    clock.stop('diarizing');
    return speakers;
  };

  try {
    if (!areSideBySide) {
      const heard = await recognize(run.signal);
      if (heard.turns) return { ...heard, doubts: [], voices: [] };
      return withSpeakers(heard, await diarize(run.signal));
    }
    return withSpeakers(...(await runInParallel(run.signal, recognize, diarize)));
  } finally {
    await progress.stop();
  }
}

const withSpeakers = (heard: Recognition, speakers: LinkedSpeakers | null): Heard => ({
  ...heard,
  turns: speakers?.turns ?? null,
  doubts: speakers?.doubts ?? [],
  voices: speakers?.voices ?? [],
});

async function diarizeOrSkip(
  work: () => Promise<LinkedSpeakers | null>,
  signal: AbortSignal,
  transcriptionId: number,
): Promise<LinkedSpeakers | null> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    if (isDiskFull(error) || isDatabaseUnavailable(error)) throw error;
    log.warn({ error, transcriptionId }, 'speakers could not be told apart');
    return null;
  }
}

/** Decodes the recording and adjusts the hold to the decoded duration, before any recognition. */
async function decode(
  transcription: Transcription,
  { claim, signal }: JobRun<unknown>,
  { pcmPath, onProgress }: { pcmPath: string; onProgress: (fraction: number) => void },
): Promise<PcmFile> {
  const endMs = await maxDecodeMs(transcription);
  const options = { maxDurationMs: endMs, signal, onProgress };
  const { durationMs } = await storage.withLocalFile(transcription.storageKey, (recordingPath) =>
    media.decode(recordingPath, pcmPath, options),
  );
  await holdDecodedDuration(transcription, claim, { durationMs, endMs });
  await transcription.reload();
  return { path: pcmPath, durationMs };
}

async function finish(
  transcription: Transcription,
  run: JobRun<unknown>,
  { words, turns, doubts, voices, hasConfidence, ...heard }: Heard,
): Promise<void> {
  const warnings = withLanguageMismatch(words, transcription.language, heard.concerns);
  const meeting = await readMeetingTimeline(transcription.id);
  const concerns = [...warnings, ...gapWarnings(meeting), ...voiceWarnings(doubts)];
  const utterances = withMeetingNames(assembleUtterances(words, turns ?? []), meeting);
  const inOtherLanguage = warnings.find(({ kind }) => kind === 'language');
  const language = inOtherLanguage?.language ?? transcription.language;
  const { userId } = transcription;
  const written = await restoreWriting(utterances, {
    ...{ ...heard, words, userId, language },
    names: await readInvitedNames(transcription.id),
  });
  await withLease(run.claim, async (transaction) => {
    const { createdAt: savedAt } = await Transcript.create(
      { transcriptionId: transcription.id, utterances: JSON.stringify(utterances) },
      { transaction },
    );
    // Version 1 stays what the recognizer gave: somebody can go back to it.
    const restored = written && { version: 2, utterances: written, savedAt };
    if (restored) await writeSavedText(transcription.id, restored, transaction);
    else await indexTranscript(transcription.id, utterances, transaction);
    await keepVoices(transcription, { voices, utterances }, transaction);
    // A static update by id: WorkProgress has changed `stage` since this instance was loaded.
    await Transcription.update(
      {
        status: 'succeeded',
        stage: null,
        progressPercent: 100,
        hasSpeakers: turns !== null,
        concerns: writeWarnings(concerns),
        expectedAt: null,
        confidenceScore: hasConfidence ? transcriptConfidence(words) : null,
        finishedAt: new Date(),
      },
      { where: { id: transcription.id }, transaction },
    );
    await dropCheckpoints([transcription.id], transaction);
    await closeHold(transcription.holdId!, 'settle', transaction);
    await enqueueOutcomeEmail(transcription, transaction);
    await emitEvent(transcription.userId, 'transcription.succeeded', subjectOf(transcription), transaction);
    for (const name of ['summarize', 'copy-recording'] as const) {
      await enqueue(name, { transcriptionId: transcription.id }, { transaction });
    }
  });
}

const gapWarnings = (meeting: JoinedTimeline | null): TranscriptWarning[] =>
  (meeting?.gaps ?? []).map((gap) => ({ kind: 'gap', ...gap }));
