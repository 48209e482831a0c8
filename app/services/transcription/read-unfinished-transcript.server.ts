import { assembleUtterances } from '@/app/domain/speech/assemble-utterances';
import type { Word } from '@/app/domain/transcript/transcript';
import { remainingMinutes } from '@/app/domain/transcription/remaining-time';
import { isInProgress, type TranscriptionStage } from '@/app/domain/transcription/status';
import { speech } from '@/app/integrations/speech/index.server';
import type { Recognition } from '@/app/integrations/speech/port';
import { Checkpoint } from '@/models/checkpoint.server';
import type { Transcription } from '@/models/transcription.server';
import { findOwnTranscription } from '../transcript/find-own-transcription.server';
import { readSegments } from './checkpoints.server';

export interface UnfinishedState {
  status: 'pending' | 'processing';
  stage: TranscriptionStage | null;
  progressPercent: number;
  minutesLeft: number | null;
  /** Number of checkpoints; it grows whenever there is more text to show. */
  pieceCount: number;
}

export interface UnfinishedTranscript extends UnfinishedState {
  publicId: string;
  title: string;
  language: string;
  durationMs: number;
  isDemoModel: boolean;
  /** Text between two pauses; speakers are not identified yet. */
  passages: { startMs: number; text: string }[];
}

/** Null once its status is final. @throws AppError 'transcription.not-found' */
export async function readUnfinishedTranscript(
  userId: number,
  publicId: string,
): Promise<UnfinishedTranscript | null> {
  const transcription = await findOwnTranscription(userId, publicId);
  if (!isInProgress(transcription.status)) return null;
  const { title, language, durationMs, isSample } = transcription;
  const passages = assembleUtterances(await recognizedWords(transcription.id), []);
  return {
    publicId,
    title,
    language,
    durationMs,
    ...(await stateOf(transcription)),
    isDemoModel: (await speech.modelName(isSample).catch(() => null)) === 'demo',
    passages: passages.map(({ startMs, text }) => ({ startMs, text })),
  };
}

/** For polling; null once the status is final. @throws AppError 'transcription.not-found' */
export async function readUnfinishedState(userId: number, publicId: string): Promise<UnfinishedState | null> {
  const transcription = await findOwnTranscription(userId, publicId);
  return isInProgress(transcription.status) ? stateOf(transcription) : null;
}

async function stateOf(transcription: Transcription): Promise<UnfinishedState> {
  const { id, stage, progressPercent, expectedAt } = transcription;
  return {
    status: transcription.status as UnfinishedState['status'],
    stage,
    progressPercent,
    minutesLeft: remainingMinutes(expectedAt, new Date()),
    pieceCount: await Checkpoint.count({ where: { transcriptionId: id } }),
  };
}

async function recognizedWords(transcriptionId: number): Promise<Word[]> {
  const whole = await Checkpoint.findOne({ where: { transcriptionId, stage: 'words' } });
  if (whole) return (JSON.parse(whole.content) as Recognition).words;
  return (await readSegments(transcriptionId)).flatMap(({ words }) => words);
}
