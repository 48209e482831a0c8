import { AppError } from '@/app/domain/errors';
import type { Utterance } from '@/app/domain/transcription/transcript';
import { Transcript } from '@/models/transcript.server';
import { findOwnTranscription } from './find-own-transcription.server';

/** A finished transcription with its text. Times in whole milliseconds, `confidenceScore` 0 to 100. */
export interface TranscriptView {
  publicId: string;
  title: string;
  language: string;
  durationMs: number;
  confidenceScore: number;
  modelName: string | null;
  hasSpeakers: boolean;
  createdAt: Date;
  updatedAt: Date;
  utterances: Utterance[];
}

/** @throws AppError 'transcription.not-found' also while there is no text yet */
export async function readTranscript(userId: number, publicId: string): Promise<TranscriptView> {
  const transcription = await findOwnTranscription(userId, publicId, {
    include: { model: Transcript, as: 'transcript' },
  });
  if (!transcription.transcript) throw new AppError('transcription.not-found');
  const { title, language, durationMs, modelName, hasSpeakers, createdAt, updatedAt } = transcription;
  const utterances = JSON.parse(transcription.transcript.utterances) as Utterance[];
  return {
    ...{ publicId, title, language, durationMs, modelName, hasSpeakers, createdAt, updatedAt },
    confidenceScore: transcription.confidenceScore ?? 0,
    utterances,
  };
}
