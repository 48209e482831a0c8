import type { DiarizedSegment } from '@/app/domain/speech/link-speakers';
import type { TranscriptWarning } from '@/app/domain/speech/transcript-warning';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { Word } from '@/app/domain/transcript/transcript';
import type { PcmFile } from '../port';

export interface TransducerModel {
  kind: 'nemo_transducer';
  encoder: string;
  decoder: string;
  joiner: string;
  tokens: string;
  featureDim: number;
}

export interface WhisperModel {
  kind: 'whisper';
  encoder: string;
  decoder: string;
  tokens: string;
  featureDim: number;
}

/** Model files and parameters of the engine; paths are absolute, durations in seconds. */
export interface Models {
  recognizer: TransducerModel | WhisperModel;
  longestSegment: number;
  files: { vad: string; segmentation: string; embedding: string };
  vad: { threshold: number; minSilence: number; minSpeech: number };
  diarization: {
    windowShiftRatio: number;
    /** For the diarizer's own clustering, within a block. */
    clusteringThreshold: number;
    /** For matching voices of different blocks. */
    linkingThreshold: number;
    /** Maximum length of audio that is diarized at once. */
    blockLength: number;
    minTurn: number;
    minGap: number;
  };
}

/** `segment` is the index of the next one within the audio range. Stored in checkpoints. */
export interface ResumePoint {
  /** Start of the audio range. */
  stretchMs: number;
  segment: number;
  /** End of the recognized part of the recording. */
  heardMs: number;
}

export interface RecognizedSegment {
  next: ResumePoint;
  words: Word[];
  concerns: TranscriptWarning[];
}

/** Partial result of each stage, sent as soon as it is available. */
export interface StageParts {
  detect: TimeRange[];
  recognize: RecognizedSegment;
  diarize: DiarizedSegment;
}

export type Stage = keyof StageParts;

export interface StageOptions {
  detect: object;
  recognize: {
    from: ResumePoint;
    skipped: number[];
    /** Language for Whisper, an ISO 639-1 code; null: it guesses. A transducer accepts none. */
    language: string | null;
  };
  diarize: {
    speakerCount: number | null;
    /** Number of blocks already done. */
    from: number;
  };
}

/** The only message to the child process. */
export type SpeechTask<S extends Stage = Stage> = {
  [T in S]: { stage: T; models: Models; audio: PcmFile; orders: StageOptions[T] };
}[S];

/** `fraction` is from 0 to 1, `startMs` the start of a segment. */
export type SpeechReport<S extends Stage = Stage> =
  | { kind: 'progress'; fraction: number }
  | { kind: 'begun'; startMs: number }
  | { kind: 'part'; part: StageParts[S] }
  | { kind: 'done' };
