import type { DiarizedBlock } from '@/app/domain/speech/link-speakers';
import type { Evidence } from '@/app/domain/speech/measure-evidence';
import type { TranscriptWarning } from '@/app/domain/speech/transcript-warning';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';
import type { PcmFile } from '../port';
import type { Pack } from './pack.server';
import type { SoundMark } from './sound-mark';

interface RecognizerFiles {
  encoder: string;
  decoder: string;
  tokens: string;
  featureDim: number;
}

export type TransducerModel = RecognizerFiles & { kind: 'nemo_transducer'; joiner: string };
export type WhisperModel = RecognizerFiles & { kind: 'whisper' };

/** Model files and parameters of the engine; paths are absolute, durations in seconds. */
export interface Models extends Pick<Pack, 'longestSegment' | 'vad' | 'diarization'> {
  recognizer: TransducerModel | WhisperModel;
  files: { vad: string; segmentation: string; embedding: string };
}

/** `segment` is the index of the next one within the audio range. Stored in checkpoints. */
export interface ResumePoint {
  /** Start of the audio range. */
  stretchMs: number;
  segment: number;
  /** End of the recognized part of the recording. */
  heardMs: number;
  /** Of a segment of a growing recording: the sound before it, which the finished one must have as well. */
  mark?: SoundMark;
}

export interface RecognizedSegment {
  next: ResumePoint;
  words: Word[];
  concerns: TranscriptWarning[];
  /** Null for a segment that was left out. */
  evidence: Evidence | null;
}

/** What was recognized of an audio range that is cut from a growing recording. */
export interface HeardRange {
  /** At the start of the next range, so that it does not matter how the rest is divided. */
  next: ResumePoint;
  words: Word[];
  concerns: TranscriptWarning[];
  evidence: Evidence[];
}

/** Partial result of each stage, sent as soon as it is available. */
export interface StageParts {
  detect: TimeRange[];
  recognize: RecognizedSegment;
  follow: HeardRange;
  diarize: DiarizedBlock;
}

export type Stage = keyof StageParts;

export interface StageOptions {
  detect: object;
  recognize: {
    from: ResumePoint;
    /** Starts, in ms, of segments that crash the process. */
    skipped: readonly number[];
    /** Language for Whisper, an ISO 639-1 code; null: it guesses. A transducer accepts none. */
    language: string | null;
  };
  follow: {
    fromMs: number;
    /** As that of `recognize`. */
    language: string | null;
  };
  diarize: {
    /** Number of blocks already done. */
    from: number;
  };
}

/** The first message to the child process. */
export type SpeechTask<S extends Stage = Stage> = {
  [T in S]: { stage: T; models: Models; audio: PcmFile; orders: StageOptions[T] };
}[S];

/** The second message, to the stage 'follow': the recording does not grow any more. */
export const RECORDING_ENDED = 'recording-ended';

/** `fraction` is from 0 to 1, `startMs` the start of a segment. */
export type SpeechReport<S extends Stage = Stage> =
  | { kind: 'progress'; fraction: number }
  | { kind: 'begun'; startMs: number }
  | { kind: 'part'; part: StageParts[S] }
  | { kind: 'done' };
