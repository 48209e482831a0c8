import { assembleUtterances } from '@/app/domain/transcription/assemble-utterances';
import { remainingMinutes } from '@/app/domain/transcription/remaining-time';
import { isUnderway, type TranscriptionStage } from '@/app/domain/transcription/status';
import type { Word } from '@/app/domain/transcription/transcript';
import { speech } from '@/app/integrations/speech/index.server';
import type { Recognition } from '@/app/integrations/speech/port';
import { Checkpoint } from '@/models/checkpoint.server';
import type { Transcription } from '@/models/transcription.server';
import { readPieces } from './checkpoints.server';
import { findOwnTranscription } from './find-own-transcription.server';

/** How far a transcription is whose text is not finished. */
export interface UnfinishedState {
  status: 'pending' | 'processing';
  stage: TranscriptionStage | null;
  progressPercent: number;
  /** Null when nobody knows. */
  minutesLeft: number | null;
  /** How many parts of the text are there. */
  pieceCount: number;
}

/** A transcription under way, with what was heard so far. Times in whole milliseconds. */
export interface UnfinishedTranscript extends UnfinishedState {
  publicId: string;
  title: string;
  language: string;
  durationMs: number;
  /** Read by the demonstration model. */
  isDemoModel: boolean;
  /** What is said between two pauses; nobody knows yet by whom. */
  passages: { startMs: number; text: string }[];
}

/**
 * What there is to read of a transcription before it is finished; null once it is final.
 * @throws AppError 'transcription.not-found'
 */
export async function readUnfinishedTranscript(
  userId: number,
  publicId: string,
): Promise<UnfinishedTranscript | null> {
  const transcription = await findOwnTranscription(userId, publicId);
  if (!isUnderway(transcription.status)) return null;
  const { title, language, durationMs, isSample } = transcription;
  const passages = assembleUtterances(await heardWords(transcription.id), []);
  return {
    ...{ publicId, title, language, durationMs },
    ...(await stateOf(transcription)),
    isDemoModel: (await speech.modelName(isSample).catch(() => null)) === 'demo',
    passages: passages.map(({ startMs, text }) => ({ startMs, text })),
  };
}

/**
 * How far it is; null once it is final.
 * @throws AppError 'transcription.not-found'
 */
export async function readUnfinishedState(userId: number, publicId: string): Promise<UnfinishedState | null> {
  const transcription = await findOwnTranscription(userId, publicId);
  return isUnderway(transcription.status) ? stateOf(transcription) : null;
}

async function stateOf(transcription: Transcription): Promise<UnfinishedState> {
  const { id, stage, progressPercent, expectedAt } = transcription;
  return {
    status: transcription.status as UnfinishedState['status'],
    ...{ stage, progressPercent },
    minutesLeft: remainingMinutes(expectedAt, new Date()),
    pieceCount: await Checkpoint.count({ where: { transcriptionId: id } }),
  };
}

async function heardWords(transcriptionId: number): Promise<Word[]> {
  const whole = await Checkpoint.findOne({ where: { transcriptionId, stage: 'words' } });
  if (whole) return (JSON.parse(whole.content) as Recognition).words;
  return (await readPieces(transcriptionId)).flatMap(({ words }) => words);
}
