/** Bounds of the server's copy of a recording that is being made. Beyond them the recording goes on without live text. */
export const MAX_DICTATION_CHUNK_BYTES = 256 * 1024;
export const MAX_DICTATION_BYTES = 512 * 1024 ** 2;
export const MAX_DICTATION_MS = 12 * 3_600_000;
/** Chunks that may come at once after a break, besides two for each second. */
export const SPARE_DICTATION_CHUNKS = 60;
/** An account's oldest one makes room for the next. */
export const MAX_DICTATIONS = 3;
/** A dictation that was neither used nor discarded is deleted after this. */
export const DICTATION_EXPIRY_MS = 24 * 3_600_000;

/** The answer to a chunk. */
export interface DictationState {
  /** Bytes that the server has. */
  bytes: number;
  heard: number;
  /** All of the text so far; null when the browser shows it. */
  passages: { startMs: number; text: string }[] | null;
}

/** How many chunks may have come after some time. */
export const allowedChunks = (elapsedMs: number): number =>
  SPARE_DICTATION_CHUNKS + Math.ceil((2 * elapsedMs) / 1000);

/** Of the best sound that browsers record, twice. */
const BYTES_PER_SECOND = 64 * 1024;
/** What a break may have held up. */
const SPARE_BYTES = 16 * 1024 ** 2;

/** How many bytes may have come after some time: what grows faster is no recording that is being made. */
export const allowedBytes = (elapsedMs: number): number =>
  Math.min(MAX_DICTATION_BYTES, SPARE_BYTES + Math.ceil((BYTES_PER_SECOND * elapsedMs) / 1000));
