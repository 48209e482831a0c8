import { transcriptionSubject } from '@/app/domain/jobs';
import { readWarnings } from '@/app/domain/speech/transcript-warning';
import { effectiveChanges } from '@/app/domain/transcript/apply-changes';
import type { Utterance } from '@/app/domain/transcript/transcript';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import type { ImportRepair } from '@/app/domain/upload/import/repair-times';
import type { Transcription } from '@/models/transcription.server';
import { listUnfinishedJobs } from '../platform/jobs/unfinished-jobs.server';
import { pick } from '../platform/pick';
import { findOwnTranscription } from './find-own-transcription.server';
import { readDraftText } from './read-draft-text.server';
import { readSavedText } from './saved-text.server';

interface TranscriptHead extends ReturnType<typeof headOf> {
  /** When the text was last saved. */
  updatedAt: Date;
  /** Of the saved text; 1 is the machine's transcript. */
  version: number;
}

/** A finished transcription with its saved text. Times in whole milliseconds. */
export interface TranscriptView extends TranscriptHead {
  utterances: Utterance[];
}

/** Jobs on a text that stands; null when there is nothing to show. */
interface TextWork {
  /** State of the last repeated speaker diarization. */
  speakers: 'underway' | 'failed' | null;
  /** State of the last alignment of the text to the recording. */
  alignment: 'underway' | 'failed' | 'mismatch' | null;
}

/** A finished transcription with its unsaved changes applied. */
export interface DraftTranscript extends TranscriptHead, TextWork {
  blocks: EditableUtterance[];
  /** Ids of the unsaved changes, oldest first, undone ones included. */
  changeIds: string[];
  /** Unsaved changes that are not undone. */
  changeCount: number;
}

/** @throws AppError 'transcription.not-found', also before there is a transcript */
export async function readTranscript(userId: number, publicId: string): Promise<TranscriptView> {
  return readTranscriptOf(await findOwnTranscription(userId, publicId));
}

/** As readTranscript, without an ownership check: the caller has authorized the read. */
export async function readTranscriptOf(transcription: Transcription): Promise<TranscriptView> {
  const { version, utterances, savedAt } = await readSavedText(transcription.id);
  return { ...headOf(transcription), updatedAt: savedAt, version, utterances };
}

/** As readTranscript, with the unsaved changes applied. */
export async function readDraftTranscript(userId: number, publicId: string): Promise<DraftTranscript> {
  return readDraftTranscriptOf(await findOwnTranscription(userId, publicId));
}

/** As readDraftTranscript, of a transcription that was found already. */
export async function readDraftTranscriptOf(transcription: Transcription): Promise<DraftTranscript> {
  const { version, blocks, changes, savedAt } = await readDraftText(transcription.id);
  const changeIds = changes.map(({ id }) => id);
  const changeCount = effectiveChanges(changes).length;
  const text = { updatedAt: savedAt, version, blocks, changeIds, changeCount };
  return { ...headOf(transcription), ...(await workOn(transcription)), ...text };
}

/** What jobs do to a text that stands, or failed to do. @throws AppError 'transcription.not-found' */
export const readTextWork = async (userId: number, publicId: string): Promise<TextWork> =>
  workOn(await findOwnTranscription(userId, publicId));

async function workOn({ id, errorCode }: Transcription): Promise<TextWork> {
  const unfinished = await listUnfinishedJobs(transcriptionSubject(id));
  const hasFailed = errorCode === 'transcription.speakers-failed';
  const speakers = unfinished.includes('identify-speakers') ? 'underway' : hasFailed ? 'failed' : null;
  return {
    speakers,
    alignment: unfinished.includes('align-words') ? 'underway' : alignmentFailure(errorCode),
  };
}

function alignmentFailure(errorCode: string | null): TextWork['alignment'] {
  if (errorCode === 'transcription.align-mismatch') return 'mismatch';
  return errorCode === 'transcription.align-failed' ? 'failed' : null;
}

function headOf(transcription: Transcription) {
  const hasRecording = transcription.recordingGoneAt === null;
  const warnings = readWarnings(transcription.concerns);
  return {
    ...pick(transcription, 'publicId', 'title', 'language', 'durationMs', 'createdAt'),
    ...pick(transcription, 'modelName', 'confidenceScore', 'hasSpeakers'),
    hasRecording,
    hasCopies: hasRecording && transcription.copiedAt !== null,
    /** Format of the file that the text was imported from; null for a recognized text. */
    importedFrom: transcription.importedFrom,
    /** What the import put right. */
    repairs: transcription.importRepairs ? (JSON.parse(transcription.importRepairs) as ImportRepair[]) : [],
    /** Whether there was a recording at first. */
    hadRecording: transcription.sizeBytes > 0,
    concerns: warnings.filter((warning) => warning.kind !== 'voices'),
    voiceDoubts: warnings.filter((warning) => warning.kind === 'voices'),
    isConfidenceSeen: transcription.confidenceSeenAt !== null,
  };
}
