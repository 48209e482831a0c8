import { tracedFetch } from '@/app/config/traced-fetch.server';
import { backOff, isTransient, MAX_RETRIES } from './bucket-retries.server';
import type { Chunk } from './chunks';

/** Response to an upload session that was cancelled or has expired. */
const ENDED_STATUSES = [404, 410];

/** Received bytes of a session whose object is complete. */
const COMPLETE = Number.POSITIVE_INFINITY;

/**
 * After any failure it queries the session's state and resumes from there: the session may have stored less
 * than was sent, or its response may have been lost. Source:
 * cloud.google.com/storage/docs/performing-resumable-uploads.
 * @param chunks multiples of 256 KiB, except for the last
 * @param crc32c checksum (base64) of all bytes, evaluated for the last chunk, so that altered bytes are
 *   rejected
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
 * How many bytes a session has received; null when it has ended.
 * @param wait `silenceMs`: response timeout @throws Error when it does not respond, or rejects the query
 */
export async function queryReceivedBytes(
  session: string,
  sizeBytes: number,
  wait: { maxBackOffMs: number; silenceMs: number },
): Promise<number | null> {
  for (let failures = 1; ; failures += 1) {
    const answer = await tracedFetch(session, {
      method: 'PUT',
      headers: { 'Content-Range': `bytes */${sizeBytes}` },
      signal: AbortSignal.timeout(wait.silenceMs),
    }).catch(() => null);
    await answer?.body?.cancel();
    if (answer && ENDED_STATUSES.includes(answer.status)) return null;
    if (answer && !isTransient(answer.status)) {
      return Math.min(receivedBytesOf(answer), sizeBytes);
    }
    if (failures > MAX_RETRIES) throw new Error('the bucket does not say how far an object is');
    await backOff(failures, wait.maxBackOffMs);
  }
}

interface Piece extends Chunk {
  start: number;
  end: number;
  crc32c: () => string;
}

async function sendChunk(session: string, piece: Piece, maxBackOffMs: number): Promise<void> {
  let from = piece.start;
  let isKnown = true;
  for (let failures = 0; ; ) {
    const received = await putRest(session, piece, isKnown ? from : piece.end);
    isKnown = received !== null;
    if (received !== null && isStored(received, piece)) return;
    if (received !== null && received > from) failures = 0;
    else if (failures++ === MAX_RETRIES) throw new Error('the bucket takes no more of an object');
    else await backOff(failures, maxBackOffMs);
    from = received ?? from;
  }
}

/** @throws Error when the session cannot go on with the piece */
function isStored(received: number, { start, end, isLast }: Piece): boolean {
  if (received === COMPLETE && !isLast) {
    throw new Error('the bucket took an object for complete that is not');
  }
  if (received < start) throw new Error('the bucket lost a piece that it had');
  return received >= (isLast ? COMPLETE : end);
}

/**
 * Sends a piece from position `from`; at its end, only queries the session's state. Null: outcome unknown.
 * @throws Error when the session rejects the request or has ended
 */
async function putRest(session: string, piece: Piece, from: number): Promise<number | null> {
  const { bytes, isLast, start, end } = piece;
  const range = from < end ? `${from}-${end - 1}` : '*';
  const headers: Record<string, string> = { 'Content-Range': `bytes ${range}/${isLast ? end : '*'}` };
  if (isLast) headers['X-Goog-Hash'] = `crc32c=${piece.crc32c()}`;
  const body = from < end ? (bytes.subarray(from - start) as Buffer<ArrayBuffer>) : null;
  const answer = await tracedFetch(session, { method: 'PUT', headers, body }).catch(() => null);
  if (!answer) return null;
  await answer.body?.cancel();
  return isTransient(answer.status) ? null : receivedBytesOf(answer);
}

/** @throws Error when the session rejects the request or has ended */
function receivedBytesOf(answer: Response): number {
  if (answer.ok) return COMPLETE;
  if (answer.status !== 308) throw new Error(`the bucket answered ${answer.status} to a piece of an object`);
  const last = /-(\d+)$/.exec(answer.headers.get('Range') ?? '')?.[1];
  return last === undefined ? 0 : Number(last) + 1;
}
