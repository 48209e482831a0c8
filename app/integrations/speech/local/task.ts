import type { Concern } from '@/app/domain/transcription/concern';
import type { DiarizedBlock } from '@/app/domain/transcription/link-speakers';
import type { Span } from '@/app/domain/transcription/plan-segments';
import type { Word } from '@/app/domain/transcription/transcript';
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

/** Everything the engine needs to know of a set of models; paths are absolute, durations in seconds. */
export interface Models {
  recognizer: TransducerModel | WhisperModel;
  longestSegment: number;
  files: { vad: string; segmentation: string; embedding: string };
  vad: { threshold: number; minSilence: number; minSpeech: number };
  diarization: {
    windowShiftRatio: number;
    /** Of the engine's own clustering, within a block. */
    clusteringThreshold: number;
    /** Between the voices of different blocks. */
    linkingThreshold: number;
    /** The most that is told apart at once. */
    blockLength: number;
    minTurn: number;
    minGap: number;
  };
}

/** Where a recognition goes on: a segment of a stretch, by its number, after those before it. */
export interface Place {
  /** Where the stretch begins. */
  stretchMs: number;
  segment: number;
  /** Up to where all was heard. */
  heardMs: number;
}

/** A segment that was heard, or left out. */
export interface HeardSegment {
  next: Place;
  words: Word[];
  concerns: Concern[];
}

/** What each stage gives part by part, as soon as each is there. */
export interface StageParts {
  detect: Span[];
  recognize: HeardSegment;
  diarize: DiarizedBlock;
}

export type Stage = keyof StageParts;

/** What each stage is told beside recording and models. */
export interface StageOrders {
  detect: object;
  recognize: {
    from: Place;
    skipped: number[];
    /** What Whisper is to write, an ISO 639-1 code; null: it guesses. A transducer cannot be told. */
    language: string | null;
  };
  diarize: {
    /** How many people speak; null when nobody knows. */
    speakerCount: number | null;
    /** How many blocks are done. */
    from: number;
  };
}

/** The one message a child gets. */
export type SpeechTask<S extends Stage = Stage> = {
  [T in S]: { stage: T; models: Models; audio: PcmFile; orders: StageOrders[T] };
}[S];

/**
 * What a child sends: its progress from 0 to 1 now and then, what it begins, each part of its result, and a word at
 * the end.
 */
export type SpeechReport<S extends Stage = Stage> =
  | { kind: 'progress'; fraction: number }
  | { kind: 'begun'; startMs: number }
  | { kind: 'part'; part: StageParts[S] }
  | { kind: 'done' };
