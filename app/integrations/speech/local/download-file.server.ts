import { open, rename, rm, stat } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { responseChunks } from '@/app/config/response-chunks.server';
import { sha256File } from './sha256-file.server';

const MAX_FRUITLESS_RETRIES = 5;
const BASE_BACK_OFF_MS = 500;
/** Stall timeout: a connection without data for this long is aborted and retried. */
const STALL_TIMEOUT_MS = 30_000;

/** The server responded, but not with the file: an immediate retry is pointless. */
class DownloadRejected extends Error {}

interface RemoteFile {
  url: string;
  bytes: number;
  sha256: string;
}

interface DownloadOptions {
  signal: AbortSignal;
  /** Called with the number of bytes on disk. */
  onProgress: (doneBytes: number) => void;
}

const sizeOf = async (file: string) => (await stat(file).catch(() => null))?.size ?? 0;

function stallGuard(signal: AbortSignal) {
  signal.throwIfAborted();
  const guard = new AbortController();
  const stop = () => guard.abort(signal.reason);
  const timer = setTimeout(() => guard.abort(new Error('The server stopped sending')), STALL_TIMEOUT_MS);
  signal.addEventListener('abort', stop, { once: true });
  return {
    signal: guard.signal,
    alive: () => timer.refresh(),
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', stop);
    },
  };
}

/** Requests the missing bytes (Range) and appends them; starts over when the server ignores the range. */
async function resumeDownload(
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
      return resumeDownload(remote, part, { signal, onProgress });
    }
    if (!response.body || !(goesOn || response.status === 200)) {
      throw new DownloadRejected(`${remote.url} answered ${response.status}`);
    }
    let done = goesOn ? had : 0;
    for await (const chunk of responseChunks(response, guard.signal)) {
      guard.alive();
      done += chunk.length;
      if (done > remote.bytes)
        throw new DownloadRejected(`${remote.url} is longer than ${remote.bytes} bytes`);
      await file.appendFile(chunk);
      onProgress(done);
    }
  } finally {
    guard.end();
    await file.close();
  }
}

/** Rejects at once when not one byte was received since the start: the network is then probably missing. */
async function completeDownload(remote: RemoteFile, part: string, options: DownloadOptions): Promise<void> {
  let hasReceived = false;
  const onProgress = (doneBytes: number) => {
    hasReceived = true;
    options.onProgress(doneBytes);
  };
  const attempt = (): Promise<unknown> =>
    resumeDownload(remote, part, { signal: options.signal, onProgress }).catch((error: unknown) => {
      if (options.signal.aborted || error instanceof DownloadRejected) throw error;
      return error;
    });
  for (let fruitless = 0; ; ) {
    const before = await sizeOf(part);
    options.onProgress(before);
    if (before === remote.bytes) return;
    const failure = await attempt();
    const after = await sizeOf(part);
    if (after === remote.bytes) return;
    fruitless = after > before ? 0 : fruitless + 1;
    if (fruitless > MAX_FRUITLESS_RETRIES || !hasReceived) {
      throw failure ?? new Error(`${remote.url} has only ${after} of its ${remote.bytes} bytes`);
    }
    await sleep(BASE_BACK_OFF_MS * 2 ** fruitless, undefined, { signal: options.signal });
  }
}

/**
 * Resumes an earlier download (`<target>.part`); `target` is created only when its checksum is right.
 * @throws Error without network, when rejected, or for a wrong checksum (the partial file is then deleted);
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
  // The partial file may have belonged to another file.
  if (isResumed) return downloadFile(remote, target, options);
  throw new Error(`${remote.url} has the wrong checksum: ${sum}`);
}
