import { open, rename, rm, stat } from 'node:fs/promises';
import type { ReadableStream } from 'node:stream/web';
import { setTimeout as sleep } from 'node:timers/promises';
import { sha256File } from './sha256-file.server';

const FRUITLESS_TRIES = 5;
const FIRST_PAUSE_MS = 500;
/** A server that sends nothing for so long is given up, and asked again. */
const STALLED_MS = 30_000;

/** The server answered, but not with the file: asking again at once is of no use. */
class Refused extends Error {}

export interface RemoteFile {
  url: string;
  bytes: number;
  sha256: string;
}

interface DownloadOptions {
  signal: AbortSignal;
  /** Bytes that are on disk so far. */
  onProgress: (doneBytes: number) => void;
}

const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0;

/** Ends a request when its caller gives up or its server falls silent. */
function stallGuard(signal: AbortSignal) {
  const stalled = new AbortController();
  const timer = setTimeout(() => stalled.abort(new Error('The server stopped sending')), STALLED_MS);
  return {
    signal: AbortSignal.any([signal, stalled.signal]),
    alive: () => timer.refresh(),
    end: () => clearTimeout(timer),
  };
}

/** Asks for what is missing and appends it; starts over when the server sends the whole. */
async function continueDownload(
  remote: RemoteFile,
  part: string,
  { signal, onProgress }: DownloadOptions,
): Promise<void> {
  const guard = stallGuard(signal);
  const had = await sizeOf(part);
  const file = await open(part, 'a');
  try {
    const range = had > 0 ? { range: `bytes=${had}-` } : undefined;
    const headers = { 'accept-encoding': 'identity', ...range };
    const response = await fetch(remote.url, { headers, signal: guard.signal });
    const goesOn =
      response.status === 206 && response.headers.get('content-range')?.startsWith(`bytes ${had}-`);
    if (!goesOn) await file.truncate(0);
    if (!goesOn && range && (response.status === 206 || response.status === 416)) {
      await response.body?.cancel();
      return continueDownload(remote, part, { signal, onProgress });
    }
    if (!response.body || !(goesOn || response.status === 200)) {
      throw new Refused(`${remote.url} answered ${response.status}`);
    }
    let done = goesOn ? had : 0;
    for await (const chunk of response.body as ReadableStream<Uint8Array>) {
      guard.alive();
      done += chunk.length;
      if (done > remote.bytes) throw new Refused(`${remote.url} is longer than ${remote.bytes} bytes`);
      await file.appendFile(chunk);
      onProgress(done);
    }
  } finally {
    guard.end();
    await file.close();
  }
}

/**
 * Goes on until all bytes are there. A connection that breaks is made again; when not one
 * byte came since the start the network is taken to be missing, and the error comes at once.
 */
async function completeDownload(remote: RemoteFile, part: string, options: DownloadOptions): Promise<void> {
  let hasReceived = false;
  const onProgress = (doneBytes: number) => {
    hasReceived = true;
    options.onProgress(doneBytes);
  };
  for (let fruitless = 0; ; ) {
    const before = await sizeOf(part);
    options.onProgress(before);
    if (before === remote.bytes) return;
    let failure: unknown;
    try {
      await continueDownload(remote, part, { signal: options.signal, onProgress });
    } catch (error) {
      if (options.signal.aborted || error instanceof Refused) throw error;
      failure = error;
    }
    const after = await sizeOf(part);
    if (after === remote.bytes) return;
    fruitless = after > before ? 0 : fruitless + 1;
    if (fruitless > FRUITLESS_TRIES || !hasReceived) {
      throw failure ?? new Error(`${remote.url} has only ${after} of its ${remote.bytes} bytes`);
    }
    await sleep(FIRST_PAUSE_MS * 2 ** fruitless, undefined, { signal: options.signal });
  }
}

/**
 * Brings a file here, going on where an earlier download ended (`<target>.part`).
 * `target` exists only when its sum is right.
 *
 * @throws Error when there is no network, the server refuses, or the sum is wrong (the part is then removed);
 *   an AbortError when aborted
 */
export async function downloadFile(
  remote: RemoteFile,
  target: string,
  options: DownloadOptions,
): Promise<void> {
  if ((await sizeOf(target)) === remote.bytes) {
    options.onProgress(remote.bytes);
    return;
  }
  const part = `${target}.part`;
  const isResumed = (await sizeOf(part)) > 0;
  await completeDownload(remote, part, options);
  const sum = await sha256File(part);
  if (sum === remote.sha256) {
    await rename(part, target);
    return;
  }
  await rm(part);
  // What lay here may have been the start of another file.
  if (isResumed) return downloadFile(remote, target, options);
  throw new Error(`${remote.url} has the wrong checksum: ${sum}`);
}
