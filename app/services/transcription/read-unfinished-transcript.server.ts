import { settings } from '@/app/config/env.server';
import { hoursToBuy } from '@/app/domain/billing/wallet/hours-to-buy';
import type { AppErrorCode } from '@/app/domain/errors';
import { transcriptionSubject } from '@/app/domain/jobs';
import { isHopeless } from '@/app/domain/transcription/hopeless-failure';
import { isOverdue, remainingMinutes } from '@/app/domain/transcription/remaining-time';
import { isInProgress, type TranscriptionStage } from '@/app/domain/transcription/status';
import { speech } from '@/app/integrations/speech/index.server';
import type { Recognition } from '@/app/integrations/speech/port';
import { Checkpoint } from '@/models/checkpoint.server';
import { Job } from '@/models/job.server';
import type { Transcription } from '@/models/transcription.server';
import { readBalance } from '../billing/wallet/read-balance.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { readSegments } from './checkpoints.server';
import { type Passage, type RecognizedText, textOf, writePassages } from './write-passages.server';

export interface UnfinishedState {
  status: 'pending' | 'processing';
  stage: TranscriptionStage | null;
  progressPercent: number;
  minutesLeft: number | null;
  /** The estimated finish has passed. */
  isOverdue: boolean;
  /** A worker slot, the download of the speech model, or the next attempt after a failed one. */
  waitsFor: 'slot' | 'model' | 'retry' | null;
  /** Until the next attempt. */
  retryMinutes: number | null;
  /** Number of checkpoints; it grows whenever there is more text to show. */
  pieceCount: number;
}

export interface UnfinishedTranscript extends UnfinishedState {
  publicId: string;
  title: string;
  language: string;
  durationMs: number;
  isDemoModel: boolean;
  passages: Passage[];
}

/** A transcription that ended without a text, or does not start before its owner has the minutes. */
export interface TextlessTranscription {
  status: 'failed' | 'stored';
  publicId: string;
  title: string;
  durationMs: number;
  /** Why it failed; null for a stored one. */
  errorCode: AppErrorCode | null;
  /** The minutes held for it are back in the wallet. */
  hasReleasedMinutes: boolean;
  /** What next; resend: another attempt at the same recording may end better. */
  advice: 'resend' | 'other-recording' | 'upload-again' | 'minutes';
  /** The recording is stored and can be downloaded. */
  hasRecording: boolean;
  /** Whole hours to buy before a stored recording can be transcribed; null when the balance suffices. */
  missingHours: number | null;
}

/** Null once there is a text. @throws AppError 'transcription.not-found' */
export async function readUnfinishedTranscript(userId: number, publicId: string) {
  return readUnfinishedTranscriptOf(await findOwnTranscription(userId, publicId));
}

/** As readUnfinishedTranscript, of a transcription that was found already. */
export async function readUnfinishedTranscriptOf(
  transcription: Transcription,
): Promise<UnfinishedTranscript | TextlessTranscription | null> {
  if (transcription.status === 'succeeded') return null;
  if (!isInProgress(transcription.status)) return textlessOf(transcription);
  const { id, publicId, userId, title, language, durationMs, isSample } = transcription;
  const passages = await writePassages({ ...(await recognized(id)), userId, language });
  return {
    publicId,
    title,
    language,
    durationMs,
    ...(await stateOf(transcription)),
    isDemoModel: (await speech.modelName(isSample).catch(() => null)) === 'demo',
    passages,
  };
}

/** For polling; null once the status is final. @throws AppError 'transcription.not-found' */
export async function readUnfinishedState(userId: number, publicId: string): Promise<UnfinishedState | null> {
  const transcription = await findOwnTranscription(userId, publicId);
  return isInProgress(transcription.status) ? stateOf(transcription) : null;
}

async function stateOf(transcription: Transcription): Promise<UnfinishedState> {
  const { id, stage, progressPercent, expectedAt, isSample } = transcription;
  const status = transcription.status as UnfinishedState['status'];
  const now = new Date();
  const nextAttemptAt = await findNextAttempt(id, now);
  const start = status === 'pending' ? ((await speech.readiness(isSample)).ready ? 'slot' : 'model') : null;
  return {
    status,
    stage,
    progressPercent,
    minutesLeft: nextAttemptAt ? null : remainingMinutes(expectedAt, now),
    isOverdue: !nextAttemptAt && isOverdue(expectedAt, now),
    waitsFor: nextAttemptAt ? 'retry' : start,
    retryMinutes: remainingMinutes(nextAttemptAt, now),
    pieceCount: await Checkpoint.count({ where: { transcriptionId: id } }),
  };
}

/** When a job that failed runs again; null when none waits for that. */
async function findNextAttempt(transcriptionId: number, now: Date): Promise<Date | null> {
  const job = await Job.findOne({
    where: {
      name: ['transcribe', 'fetch-video', 'fetch-address'],
      subject: transcriptionSubject(transcriptionId),
      status: 'waiting',
    },
    order: [['id', 'DESC']],
  });
  return job && job.lastError !== null && job.attempts > 0 && job.runAt > now ? job.runAt : null;
}

async function textlessOf(transcription: Transcription): Promise<TextlessTranscription> {
  const { publicId, title, durationMs, holdId, recordingGoneAt } = transcription;
  const isFailed = transcription.status === 'failed';
  const errorCode = isFailed ? (transcription.errorCode ?? 'transcription.failed') : null;
  const balanceMs = isFailed ? 0 : await readBalance(transcription.userId);
  const missingHours = !isFailed && durationMs > balanceMs ? hoursToBuy(durationMs, balanceMs) : null;
  return {
    status: isFailed ? 'failed' : 'stored',
    publicId,
    title,
    durationMs,
    errorCode,
    hasReleasedMinutes: settings.sells && isFailed && holdId !== null,
    advice: adviceFor(errorCode, { isGone: recordingGoneAt !== null, missingHours }),
    // A video has no size before its download.
    hasRecording: recordingGoneAt === null && transcription.sizeBytes > 0,
    missingHours,
  };
}

function adviceFor(
  errorCode: AppErrorCode | null,
  { isGone, missingHours }: { isGone: boolean; missingHours: number | null },
): TextlessTranscription['advice'] {
  if (errorCode && isHopeless(errorCode)) return 'other-recording';
  if (isGone) return 'upload-again';
  return missingHours === null ? 'resend' : 'minutes';
}

async function recognized(transcriptionId: number): Promise<RecognizedText> {
  const whole = await Checkpoint.findOne({ where: { transcriptionId, stage: 'words' } });
  if (whole) return JSON.parse(whole.content) as Recognition;
  return textOf(await readSegments(transcriptionId));
}
