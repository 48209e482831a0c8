import type { SpeakerTurn, Word } from '@/app/domain/transcription/transcript';

/** Decoded speech on disk: signed 16-bit little-endian samples, 16 kHz, mono, no header. */
export interface PcmFile {
  path: string;
  durationMs: number;
}

export interface SpeechRequest {
  audio: PcmFile;
  /** Ends the work: SIGTERM, then SIGKILL after 2 s. The promise rejects with the signal's reason. */
  signal: AbortSignal;
  /** Share of the stage that is done, 0 to 1; called at most a few times a second. */
  onProgress: (fraction: number) => void;
  /** The demonstration sample runs at once, whatever the main models are doing. */
  isSample: boolean;
}

/** Whether work could start now; `percent` is that of the model download it waits for, null when unknown. */
export type SpeechReadiness = { ready: true } | { ready: false; percent: number | null };

/**
 * Turns decoded audio into words, and tells its speakers apart.
 *
 * Both stages reject with a plain Error when the engine failed (the job is tried
 * again). Audio without speech is not an error: `recognize` gives no words.
 */
export interface SpeechEngine {
  readiness(isSample: boolean): Promise<SpeechReadiness>;
  /** The name of the model that would be used, kept with the transcription; 'demo' brings a notice. */
  modelName(isSample: boolean): Promise<string>;
  recognize(request: SpeechRequest): Promise<Word[]>;
  diarize(request: SpeechRequest): Promise<SpeakerTurn[]>;
}
