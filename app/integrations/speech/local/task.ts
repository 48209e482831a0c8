import type { Span } from '@/app/domain/transcription/plan-segments';
import type { SpeakerTurn, Word } from '@/app/domain/transcription/transcript';
import type { PcmFile } from '../port';

/** Everything the engine needs to know of a set of models; paths are absolute, durations in seconds. */
export interface Models {
  files: {
    encoder: string;
    decoder: string;
    joiner: string;
    tokens: string;
    vad: string;
    segmentation: string;
    embedding: string;
  };
  featureDim: number;
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

/** What each stage answers with. */
export interface StageResults {
  detect: Span[];
  recognize: Word[];
  diarize: SpeakerTurn[];
}

export type Stage = keyof StageResults;

/** The one message a child gets. */
export interface SpeechTask {
  stage: Stage;
  models: Models;
  audio: PcmFile;
  /** How many people speak; null when nobody knows. */
  speakerCount: number | null;
}

/** What a child sends: its progress from 0 to 1 now and then, and its result at the end. */
export type SpeechReport<S extends Stage = Stage> =
  | { kind: 'progress'; fraction: number }
  | { kind: 'done'; result: StageResults[S] };
