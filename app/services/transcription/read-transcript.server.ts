import type { Concern } from '@/app/domain/transcription/concern';
import type { Utterance } from '@/app/domain/transcription/transcript';
import type { Block } from '@/app/domain/transcription/transcript-change';
import type { Transcription } from '@/models/transcription.server';
import { areBeingIdentified } from '../transcript/identification-job.server';
import { readWorkingText } from '../transcript/read-draft.server';
import { readSavedText } from '../transcript/saved-text.server';
import { findOwnTranscription } from './find-own-transcription.server';

/** What there is to say of a finished transcription beside its text. */
export interface TranscriptHead {
  publicId: string;
  title: string;
  language: string;
  durationMs: number;
  /** 0 to 100; null when its engine gave none. */
  confidenceScore: number | null;
  /** Its owner was told how far the text can be trusted. */
  isConfidenceSeen: boolean;
  modelName: string | null;
  hasSpeakers: boolean;
  /** What there is to doubt in the machine's text. */
  concerns: Concern[];
  /** False once its audio was deleted. */
  hasRecording: boolean;
  /** There are copies of its audio to play. */
  hasCopies: boolean;
  createdAt: Date;
  /** When the text was last saved. */
  updatedAt: Date;
  /** Of the saved text; the machine's own is 1. */
  version: number;
}

/** A finished transcription with its saved text. Times in whole milliseconds. */
export interface TranscriptView extends TranscriptHead {
  utterances: Utterance[];
}

/** A finished transcription with its text as it is being worked on. */
export interface WorkingTranscript extends TranscriptHead {
  /** How the last try to tell its speakers apart again goes. */
  speakers: 'underway' | 'failed' | null;
  blocks: Block[];
  /** The changes that wait to be saved, by their names, in their order. */
  changeIds: string[];
}

/** @throws AppError 'transcription.not-found' also while there is no text yet */
export async function readTranscript(userId: number, publicId: string): Promise<TranscriptView> {
  return readTranscriptOf(await findOwnTranscription(userId, publicId));
}

/** As readTranscript, for a transcription that somebody may read. */
export async function readTranscriptOf(transcription: Transcription): Promise<TranscriptView> {
  const { version, utterances, savedAt } = await readSavedText(transcription.id);
  return { ...headOf(transcription), updatedAt: savedAt, version, utterances };
}

/** As readTranscript, with the changes that wait to be saved. */
export async function readWorkingTranscript(userId: number, publicId: string): Promise<WorkingTranscript> {
  const transcription = await findOwnTranscription(userId, publicId);
  const { version, blocks, changes, savedAt } = await readWorkingText(transcription.id);
  const changeIds = changes.map(({ id }) => id);
  const hasFailed = transcription.errorCode === 'transcription.speakers-failed';
  const isUnderway = await areBeingIdentified(transcription);
  const speakers = isUnderway ? 'underway' : hasFailed ? 'failed' : null;
  return { ...headOf(transcription), speakers, updatedAt: savedAt, version, blocks, changeIds };
}

function headOf(transcription: Transcription) {
  const { publicId, title, language, durationMs, modelName, hasSpeakers, createdAt } = transcription;
  const { confidenceScore } = transcription;
  const hasRecording = transcription.recordingGoneAt === null;
  return {
    ...{ publicId, title, language, durationMs, modelName, hasSpeakers, hasRecording, createdAt },
    hasCopies: hasRecording && transcription.copiedAt !== null,
    confidenceScore,
    concerns: transcription.concerns ? (JSON.parse(transcription.concerns) as Concern[]) : [],
    isConfidenceSeen: transcription.confidenceSeenAt !== null,
  };
}
