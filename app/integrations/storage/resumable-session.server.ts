import { setTimeout as wait } from 'node:timers/promises';
import type { Chunk } from './chunks';

/** Maximum retries of a request after transient errors. */
export const MAX_RETRIES = 8;

const TRANSIENT_STATUSES = [408, 429, 500, 502, 503, 504];
/** Response to an upload session that was cancelled or has expired. */
const ENDED_STATUSES = [404, 410];

/** Whether a status is transient and worth a retry. */
export const isTransient = (status: number): boolean => TRANSIENT_STATUSES.includes(status);

/** Exponential back-off with jitter, capped at `maxMs`. */
export function backOff(attempt: number, mostMs: number): Promise<void> {
  return wait(Math.min(2 ** attempt * 500 * (1 + Math.random()), mostMs));
}

/** State of an upload session: bytes received, or complete. */
type SessionState = { receivedBytes: number } | 'complete';

/**
 * Sends an object chunk by chunk to a resumable upload session of Google. After any failure it queries the
 * session's state and resumes from there: the session may have stored less than was sent, or its response may
 * have been lost.
 * Source: cloud.google.com/storage/docs/performing-resumable-uploads.
 * @param chunks multiples of 256 KiB, except for the last
 * @param crc32c checksum (base64) of all bytes, evaluated for the last chunk, so that altered bytes are
 * rejected
 * @param maxBackOffMs upper limit of the exponential back-off
 */
export async function uploadToSession(
  session: string,
  chunks: AsyncIterable<Chunk>,
  crc32c: () => string,
  maxBackOffMs: number,
): Promise<void> {
  let start = 0;
  for await (const piece of chunks) {
    const end = start + piece.bytes.length;
    await sendChunk(session, { ...piece, start, end, crc32c }, maxBackOffMs);
    start = end;
  }
}

/**
 * Queries how many bytes of its object a session has received; null when the session has ended.
 * @param wait `maxBackOffMs`: upper limit of the exponential back-off; `silenceMs`: response timeout
 * @throws Error when it does not respond, or rejects the query
 */
export async function queryReceivedBytes(
  session: string,
  sizeBytes: number,
  wait: { maxBackOffMs: number; silenceMs: number },
): Promise<number | null> {
  for (let failures = 1; ; failures += 1) {
    const answer = await fetch(session, {
      method: 'PUT',
      headers: { 'Content-Range': `bytes */${sizeBytes}` },
      signal: AbortSignal.timeout(wait.silenceMs),
    }).catch(() => null);
    await answer?.body?.cancel();
    if (answer && ENDED_STATUSES.includes(answer.status)) return null;
    if (answer && !isTransient(answer.status)) {
      const state = sessionStateOf(answer);
      return state === 'complete' ? sizeBytes : state.receivedBytes;
    }
    if (failures > MAX_RETRIES) throw new Error('the bucket does not say how far an object is');
    await backOff(failures, wait.maxBackOffMs);
  }
}

async function sendChunk(
  session: string,
  piece: Chunk & { start: number; end: number; crc32c: () => string },
  maxBackOffMs: number,
): Promise<void> {
  const { bytes, isLast, start, end } = piece;
  const total = isLast ? String(end) : '*';
  let from = start;
  let isKnown = true;
  for (let failures = 0; ; ) {
    const range = isKnown && from < end ? `${from}-${end - 1}` : '*';
    const headers: Record<string, string> = { 'Content-Range': `bytes ${range}/${total}` };
    if (isLast) headers['X-Goog-Hash'] = `crc32c=${piece.crc32c()}`;
    const state = await put(session, headers, range === '*' ? null : bytes.subarray(from - start));
    if (state === 'complete') {
      if (isLast) return;
      throw new Error('the bucket took an object for complete that is not');
    }
    isKnown = state !== null;
    const before = from;
    if (state) from = state.receivedBytes;
    if (from < start) throw new Error('the bucket lost a piece that it had');
    if (from >= end && !isLast) return;
    if (from > before) failures = 0;
    else if (failures++ === MAX_RETRIES) throw new Error('the bucket takes no more of an object');
    else await backOff(failures, maxBackOffMs);
  }
}

/**
 * @returns null when the outcome is unknown. @throws Error when the session rejects the request or has ended
 */
async function put(
  session: string,
  headers: Record<string, string>,
  bytes: Buffer | null,
): Promise<SessionState | null> {
  const body = bytes as Buffer<ArrayBuffer> | null;
  const answer = await fetch(session, { method: 'PUT', headers, body }).catch(() => null);
  if (!answer) return null;
  await answer.body?.cancel();
  return isTransient(answer.status) ? null : sessionStateOf(answer);
}

/** @throws Error when the session rejects the request or has ended */
function sessionStateOf(answer: Response): SessionState {
  if (answer.ok) return 'complete';
  if (answer.status !== 308) throw new Error(`the bucket answered ${answer.status} to a piece of an object`);
  const last = /-(\d+)$/.exec(answer.headers.get('Range') ?? '')?.[1];
  return { receivedBytes: last === undefined ? 0 : Number(last) + 1 };
}
