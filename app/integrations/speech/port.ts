import type { Concern } from '@/app/domain/transcription/concern';
import type { SpeakerTurn, Word } from '@/app/domain/transcription/transcript';

/** Decoded speech on disk: signed 16-bit little-endian samples, 16 kHz, mono, no header. */
export interface PcmFile {
  path: string;
  durationMs: number;
}

export interface SpeechRequest {
  /** The decoded recording; decoded when it is first asked for, so that work that needs it no more costs nothing. */
  audio: () => Promise<PcmFile>;
  /** Ends the work: SIGTERM, then SIGKILL after 2 s. The promise rejects with the signal's reason. */
  signal: AbortSignal;
  /** Share of the stage that is done, 0 to 1; called at most a few times a second. */
  onProgress: (fraction: number) => void;
  /** How many people speak; null when nobody knows. */
  speakerCount: number | null;
  /** The demonstration sample runs at once and here, whatever engine and models the settings ask for. */
  isSample: boolean;
  notes: WorkNotes;
}

/** Under this key an engine notes what it keeps of the work elsewhere; `forget` gets that note. */
export const ELSEWHERE = 'elsewhere';

/**
 * What an engine writes down while it works, so that a later attempt goes on from there: each value survives
 * a crash as soon as `write` resolves, and JSON. A key has at most 16 characters; those of one engine mean
 * nothing to another.
 */
export interface WorkNotes {
  /** What was written last under a key, else null. */
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
  /** What was heard so far, in its order. */
  readPieces(): Promise<HeardPiece[]>;
  addPiece(piece: HeardPiece): Promise<void>;
  /** Forgets all pieces, before another engine or model begins anew. */
  dropPieces(): Promise<void>;
}

/** What an engine heard in a part of a recording. People read its words while the rest is still listened to. */
export interface HeardPiece {
  /** Engine and model, which alone can go on from here. */
  by: string;
  /** Where to go on, in the engine's own terms. */
  next: unknown;
  words: Word[];
  hasConfidence: boolean;
  concerns: Concern[];
}

export interface RecognitionRequest extends SpeechRequest {
  /** ISO 639-1 code of the language that its owner says is spoken. */
  language: string;
  /** Names and terms that may occur, as their owner spells them. Engines that cannot take them leave them. */
  terms: readonly string[];
  /** Where an engine that works elsewhere says that it is done; null when nobody out there can reach us. */
  notify: { url: string; secret: string } | null;
}

/** The header in which an engine that works elsewhere gives the secret of `notify` back. */
export const NOTICE_HEADER = 'X-Celeste-Notice';

/** What an engine heard. */
export interface Recognition {
  /** In order of time; none when nobody speaks. */
  words: Word[];
  /** Who speaks when, where the engine told the speakers apart as it listened; null: `diarize` is to be asked. */
  turns: SpeakerTurn[] | null;
  /** False when the engine gave no confidences; those of the words are 1 then. */
  hasConfidence: boolean;
  /** What there is to doubt, in order of time. */
  concerns: Concern[];
  /** The model that listened, at most 64 characters; 'demo' brings a notice. */
  modelName: string;
}

/** Whether work could start now; `percent` is that of the model download it waits for, null when unknown. */
export type SpeechReadiness = { ready: true } | { ready: false; percent: number | null };

/**
 * Turns decoded audio into words, and tells its speakers apart.
 *
 * Both stages reject with EngineFault when the engine is at fault (the job is tried again), and with AppError
 * when the recording is. Audio without speech is not an error: `recognize` gives no words.
 */
export interface SpeechEngine {
  readiness(isSample: boolean): Promise<SpeechReadiness>;
  /** The name of the model that would be used now; 'demo' brings a notice. */
  modelName(isSample: boolean): Promise<string>;
  /** @throws StillWorking while the work goes on elsewhere: ask again later, with the same notes */
  recognize(request: RecognitionRequest): Promise<Recognition>;
  /** Whether `diarize` works on this machine: at any time, also beside `recognize`, of which it wants nothing. */
  readonly diarizesHere: boolean;
  /** Null when the engine cannot tell speakers apart afterwards. */
  diarize(request: SpeechRequest): Promise<SpeakerTurn[] | null>;
  /**
   * Removes what lies elsewhere of work that ended or was given up. What is gone already is no error, nor is
   * what another engine noted.
   * @throws EngineFault when it could not be removed now
   */
  forget(elsewhere: unknown, signal: AbortSignal): Promise<void>;
}

/**
 * unavailable: it did not answer, or not sensibly; refused: it wants nothing of us (key, account, request);
 * died: its process ended.
 */
export type EngineFaultKind = 'unavailable' | 'refused' | 'died';

/** The engine is at fault and not the recording. Its message names neither recording nor key. */
export class EngineFault extends Error {
  override readonly name: string = 'EngineFault';

  constructor(
    readonly kind: EngineFaultKind,
    message: string,
    /** When the engine wants to be asked again; null when it did not say. */
    readonly retryAfterMs: number | null = null,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The work goes on elsewhere. Nothing went wrong. */
export class StillWorking extends Error {
  override readonly name = 'StillWorking';

  constructor(readonly askAgainInMs: number) {
    super(`still working, to be asked again in ${askAgainInMs} ms`);
  }
}
