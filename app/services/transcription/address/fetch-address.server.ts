import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { extensionOf } from '@/app/domain/transcription/recording-file';
import { isInProgress } from '@/app/domain/transcription/status';
import { web } from '@/app/integrations/web/index.server';
import { type WebAnswer, WebForbidden, WebUnreachable } from '@/app/integrations/web/port';
import { Transcription } from '@/models/transcription.server';
import type { JobRun } from '../../platform/jobs/job';
import { createWorkFolder } from '../create-work-folder.server';
import { failTranscription } from '../fail-transcription.server';
import { downloadProgressWriter, storeFetched } from '../store-fetched.server';

type Run = JobRun<{ transcriptionId: number; url: string }>;

const SILENCE_MS = 30_000;
/** A sender that trickles must not hold a slot for ever. */
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
  if (error instanceof WebForbidden) return 'address.forbidden' as const;
  if (error instanceof WebUnreachable) return 'address.unreachable' as const;
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'address.unreachable' as const;
  return error instanceof AppError ? error.code : null;
}

/** @throws AppError 'address.unreachable', 'media.too-large'; those of the port */
async function download({ payload, claim, signal: stop }: Run, file: string): Promise<void> {
  const signal = AbortSignal.any([stop, AbortSignal.timeout(MAX_DOWNLOAD_MS)]);
  const { url } = payload;
  const answer = await web.send({ url, maxRedirects: MAX_REDIRECTS, timeoutMs: SILENCE_MS, signal });
  const onProgress = downloadProgressWriter(payload.transcriptionId, claim);
  await pipeline(answer.body, bounded(answer, onProgress), createWriteStream(file), { signal }).catch(
    (error: unknown) => {
      throw isCutOff(error) ? new WebUnreachable('the download broke off', { cause: error }) : error;
    },
  );
}

const isCutOff = (error: unknown) =>
  ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes((error as NodeJS.ErrnoException).code ?? '');

function bounded({ status, headers }: WebAnswer, onProgress: (fraction: number) => void): Transform {
  const announced = Number(headers['content-length'] ?? 0);
  const tooLarge = new AppError('media.too-large', { limit: settings.maxFileBytes / 1024 ** 3 });
  let received = 0;
  return new Transform({
    construct(done) {
      if (status !== 200) done(new AppError('address.unreachable'));
      else done(announced > settings.maxFileBytes ? tooLarge : null);
    },
    transform(chunk: Buffer, _encoding, done) {
      received += chunk.length;
      if (announced > 0) onProgress(received / announced);
      done(received > settings.maxFileBytes ? tooLarge : null, chunk);
    },
  });
}
