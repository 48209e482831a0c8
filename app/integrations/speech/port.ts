import type { LinkedSpeakers } from '@/app/domain/speech/link-speakers';
import type { Evidence } from '@/app/domain/speech/measure-evidence';
import type { TranscriptWarning } from '@/app/domain/speech/transcript-warning';
import type { SpeakerTurn, Word } from '@/app/domain/transcript/transcript';

/** Decoded speech on disk: signed 16-bit little-endian samples, 16 kHz, mono, no header. */
export interface PcmFile {
  path: string;
  durationMs: number;
}

export interface SpeechRequest {
  /** Decodes lazily at the first call, so that work that no longer needs it pays nothing. */
  audio: () => Promise<PcmFile>;
  /** Aborts the work: SIGTERM, then SIGKILL after 2 s. The promise rejects with the signal's reason. */
  signal: AbortSignal;
  /** Progress of the stage, 0 to 1; throttled to a few calls per second. */
  onProgress: (fraction: number) => void;
  /** Expected number of speakers; null when unknown. */
  speakerCount: number | null;
  /** The demonstration sample is always processed locally and at once, whatever is configured. */
  isSample: boolean;
  notes: CheckpointStore;
}

/** Checkpoint key of an engine's remote work; `deleteRemoteTranscript` receives its value. */
export const REMOTE_WORK_KEY = 'elsewhere';

/**
 * Checkpoints of an engine's work, from which a later attempt resumes. Each value is durable as soon as
 * `write` resolves, and must be JSON. A key has at most 16 characters; keys are private to an engine.
 */
export interface CheckpointStore {
  /** @returns the last value written under a key; null when there is none */
  read(key: string): Promise<unknown>;
  write(key: string, value: unknown): Promise<void>;
  readSegments(): Promise<StoredSegment[]>;
  addSegment(piece: StoredSegment): Promise<void>;
  /** Deletes all segments, before another engine or model starts over. */
  deleteSegments(): Promise<void>;
}

/** Users read its words while the rest is still being recognized. */
export interface StoredSegment {
  /** Engine and model; only the same ones can resume from here. */
  by: string;
  /** Resume position, in the engine's own format. */
  next: unknown;
  /** A local engine's have the model's own confidences, which are calibrated at the end. */
  words: Word[];
  hasConfidence: boolean;
  /** As that of the Recognition. */
  isWritten?: boolean;
  concerns: TranscriptWarning[];
  /** By which the local engine calibrates confidences, in order of time. */
  evidence?: Evidence[];
}

export interface RecognitionRequest extends SpeechRequest {
  /** ISO 639-1 code of the spoken language, as its owner stated it. */
  language: string;
  /** Names and terms that may occur, as their owner spells them; some engines ignore them. */
  terms: readonly string[];
  /** For a remote engine to report completion; null when the internet does not reach our server. */
  notify: { url: string; secret: string } | null;
}

/** Recognition of a recording that is not over yet. */
export interface FollowRequest extends Pick<RecognitionRequest, 'language' | 'signal'> {
  /** An existing file in the format of `PcmFile`, which grows until `ended` is settled. */
  path: string;
  ended: Promise<unknown>;
  /**
   * Each segment is added soon after it was spoken. The `recognize` of the finished recording that finds them in its
   * own checkpoints resumes after the last one and leaves their words as they are; so does another `follow` of the
   * same recording.
   */
  notes: Pick<CheckpointStore, 'readSegments' | 'addSegment' | 'deleteSegments'>;
}

/** Header in which a remote engine returns the webhook secret of `notify`. */
export const WEBHOOK_HEADER = 'X-Celeste-Notice';

export interface Recognition {
  /** In order of time; empty without speech. */
  words: Word[];
  /** Speaker turns, when the engine diarized during recognition; null: call `diarize`. */
  turns: SpeakerTurn[] | null;
  /** False when the engine gave no confidences; those of the words are then 1. */
  hasConfidence: boolean;
  /** Whether the recognizer writes capitals and punctuation; absent when only the text can tell. */
  isWritten?: boolean;
  /** Transcript warnings, in order of time. */
  concerns: TranscriptWarning[];
  /** Name of the model, at most 64 characters; 'demo' shows a banner. */
  modelName: string;
}

/** `percent`: progress of the model download that work waits for; null when unknown. */
export type SpeechReadiness = { ready: true } | { ready: false; percent: number | null };

/**
 * Both stages reject with EngineFault when the engine is at fault (the job is retried), and with AppError
 * when the recording is. Audio without speech is not an error: `recognize` returns no words.
 */
export interface SpeechEngine {
  readiness(isSample: boolean): Promise<SpeechReadiness>;
  /** Name of the model that would be used now; 'demo' shows a banner. */
  modelName(isSample: boolean): Promise<string>;
  /** @throws StillWorking while remote work continues: call again later, with the same checkpoints */
  recognize(request: RecognitionRequest): Promise<Recognition>;
  /**
   * Recognizes while the recording grows, and resolves when all of it is recognized. Its process gives way to others.
   * Null when the engine has no live text.
   * @throws EngineFault; the signal's reason when aborted; any error of `notes`
   */
  readonly follow: ((request: FollowRequest) => Promise<void>) | null;
  /** Whether `diarize` runs on this machine: at any time, also in parallel with `recognize`. */
  readonly diarizesLocally: boolean;
  /** Null when the engine cannot diarize after recognition. */
  diarize(request: SpeechRequest): Promise<LinkedSpeakers | null>;
  /** No error when it is gone, or another engine's. @throws EngineFault when it could not be deleted now */
  deleteRemoteTranscript(elsewhere: unknown, signal: AbortSignal): Promise<void>;
}

/**
 * unavailable: no response, or a malformed one; refused: the service rejected the request (key, account,
 * parameters); died: its process exited.
 */
export type EngineFaultKind = 'unavailable' | 'refused' | 'died';

/**
 * What exactly went wrong at a service. busy: a rate limit; quota: nothing is left to spend; key: the API key is not
 * accepted; file-too-large: it takes no recording of this size; answer-…: a response that broke off, is over the size
 * limit, empty, no JSON, or lacks required fields.
 */
type EngineFaultDetail =
  | 'busy'
  | 'quota'
  | 'key'
  | 'file-too-large'
  | 'timeout'
  | 'answer-cut'
  | 'answer-too-large'
  | 'answer-empty'
  | 'answer-unreadable'
  | 'answer-incomplete';

/** Not the recording's fault. The message contains neither content of the recording nor the API key. */
export class EngineFault extends Error {
  override readonly name: string = 'EngineFault';
  readonly detail: EngineFaultDetail | null;

  constructor(
    readonly kind: EngineFaultKind,
    message: string,
    /** From the Retry-After header; null when absent. */
    readonly retryAfterMs: number | null = null,
    { detail, ...options }: ErrorOptions & { detail?: EngineFaultDetail | undefined } = {},
  ) {
    super(message, options);
    this.detail = detail ?? null;
  }
}

/** Whether an operator has to do something before another attempt can end better. */
export const isPermanent = ({ detail }: EngineFault): boolean =>
  detail === 'quota' || detail === 'key' || detail === 'file-too-large';

/** Remote work is still in progress; not an error. */
export class StillWorking extends Error {
  override readonly name = 'StillWorking';

  constructor(readonly askAgainInMs: number) {
    super(`still working, to be asked again in ${askAgainInMs} ms`);
  }
}
