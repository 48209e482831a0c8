import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream as WebStream } from 'node:stream/web';
import { settings } from '@/app/config/env.server';
import { isDiskFull } from '@/app/domain/disk-full';
import { AppError } from '@/app/domain/errors';
import { extensionOf } from '@/app/domain/transcription/recording-file';
import { isInProgress } from '@/app/domain/transcription/status';
import { guardedFetch } from '@/app/integrations/web/index.server';
import { AddressForbidden } from '@/app/integrations/web/port';
import { Transcription } from '@/models/transcription.server';
import type { JobRun } from '../../platform/jobs/job';
import { createWorkFolder } from '../create-work-folder.server';
import { failTranscription } from '../fail-transcription.server';
import { downloadProgressWriter, storeFetched } from '../store-fetched.server';

type Run = JobRun<{ transcriptionId: number; url: string }>;

const SILENCE_MS = 30_000;
/** A sender that trickles must not hold a slot, and the other fetches of its account: 1 KB a second, as for uploads. */
const WINDOW_MS = 60_000;
const MIN_WINDOW_BYTES = 60 * 1024;
/** Nor one that is a little faster. */
const MAX_DOWNLOAD_MS = 2 * 3_600_000;
const MAX_REDIRECTS = 5;

/**
 * Job: fetches the recording at an address, holds its minutes and has it transcribed; fails the transcription where
 * nothing can be fetched.
 * @throws DiskFull; LeaseLost when it was cancelled, or another worker took over
 */
export async function fetchAddress(run: Run): Promise<void> {
  const transcription = await Transcription.findByPk(run.payload.transcriptionId);
  if (!transcription || !isInProgress(transcription.status) || transcription.sizeBytes > 0) return;
  const folder = await createWorkFolder('address', 0);
  try {
    const file = path.join(folder, `recording${extensionOf(transcription.fileName)}`);
    await download(run, file);
    await storeFetched(transcription, run, file);
  } catch (error) {
    const code = codeOf(error);
    if (!code || run.signal.aborted) throw error;
    await failTranscription(run, code);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function codeOf(error: unknown) {
  if (error instanceof AddressForbidden) return 'address.forbidden' as const;
  return error instanceof AppError ? error.code : null;
}

/** @throws AppError 'address.unreachable', 'media.too-large'; AddressForbidden; DiskFull; whatever `signal` aborts with */
async function download({ payload, claim, signal: stop }: Run, file: string): Promise<void> {
  const tooSlow = new AbortController();
  const signal = AbortSignal.any([stop, tooSlow.signal, AbortSignal.timeout(MAX_DOWNLOAD_MS)]);
  const request = { maxRedirects: MAX_REDIRECTS, timeoutMs: SILENCE_MS, signal };
  const onProgress = downloadProgressWriter(payload.transcriptionId, claim);
  const target = createWriteStream(file);
  try {
    const answer = await guardedFetch(payload.url, request);
    if (answer.status !== 200 || !answer.body) throw new AppError('address.unreachable');
    const announced = Number(answer.headers.get('Content-Length') ?? 0);
    const body = Readable.fromWeb(answer.body as WebStream<Uint8Array>);
    await pipeline(body, watched({ announced, tooSlow, onProgress }), target, { signal });
  } catch (error) {
    target.destroy();
    const isOurs = error instanceof AppError || error instanceof AddressForbidden || isDiskFull(error);
    throw isOurs || stop.aborted ? error : new AppError('address.unreachable');
  }
}

interface Watch {
  /** Bytes, or 0 where nobody says. */
  announced: number;
  tooSlow: AbortController;
  onProgress(fraction: number): void;
}

/** Bounds the bytes, the time between them and their rate. */
async function* watchedChunks(chunks: AsyncIterable<Uint8Array>, { announced, tooSlow, onProgress }: Watch) {
  const tooLarge = new AppError('media.too-large', { limit: settings.maxFileBytes / 1024 ** 3 });
  if (announced > settings.maxFileBytes) throw tooLarge;
  const silence = setTimeout(() => tooSlow.abort(), SILENCE_MS);
  let received = 0;
  let counted = 0;
  const window = setInterval(() => {
    if (received - counted < MIN_WINDOW_BYTES) tooSlow.abort();
    counted = received;
  }, WINDOW_MS);
  try {
    for await (const chunk of chunks) {
      silence.refresh();
      received += chunk.length;
      if (received > settings.maxFileBytes) throw tooLarge;
      if (announced > 0) onProgress(received / announced);
      yield chunk;
    }
  } finally {
    clearTimeout(silence);
    clearInterval(window);
  }
}

const watched = (watch: Watch) => (chunks: AsyncIterable<Uint8Array>) => watchedChunks(chunks, watch);
