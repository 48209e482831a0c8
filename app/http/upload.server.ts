import { PassThrough, Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import busboy from 'busboy';
import type { z } from 'zod';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { parseFields } from './form.server';

export interface UploadedFile {
  /** As the browser sent it. */
  name: string;
  body: Readable;
}

/** Room for the text fields and the part headers beside the file. */
const ENVELOPE_BYTES = 64 * 1024;
/** How much of a refused upload is still read, so that the browser gets to see the answer. */
const DRAIN_BYTES = 64 * 1024 * 1024;

/** Whether the form came with a file field. */
export function isUpload(request: Request): boolean {
  return request.headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false;
}

/**
 * Reads a multipart form of text fields followed by one file, which is handed over as it arrives.
 * @throws AppError 'media.file-required', 'media.too-large', 'transcription.upload-failed' when it broke off,
 *   'form.malformed'; what parseFields and `take` throw
 */
export async function readUpload<Schema extends z.ZodType, T>(
  request: Request,
  schema: Schema,
  take: (fields: z.output<Schema>, file: UploadedFile) => Promise<T>,
): Promise<T> {
  const source = Readable.fromWeb(request.body as ReadableStream);
  const form = new FormData();
  let taken: Promise<T> | undefined;

  const parser = busboyFor(request);
  parser.on('field', (name, value) => form.append(name, value));
  parser.on('file', (_name, part, { filename }) => {
    const file = { name: filename ?? '', body: handedOver(part) };
    const accept = async () => {
      const fields = parseFields(request, form, schema);
      refuseUnseen(request, file);
      return take(fields, file);
    };
    taken = accept();
    // A refused file is read to its end, or the browser would wait for ever; `taken` is awaited below.
    taken.catch(() => drain(source, part));
  });
  try {
    await pipeline(source, parser);
  } catch (error) {
    await taken;
    throw error instanceof AppError ? error : new AppError('transcription.upload-failed');
  }
  if (taken) return taken;
  parseFields(request, form, schema);
  throw new AppError('media.file-required');
}

/** Reads what a browser still sends of an upload that is not taken at all, so that it gets to see the answer. */
export async function drainUpload(request: Request): Promise<void> {
  const source = Readable.fromWeb(request.body as ReadableStream);
  let bytes = 0;
  for await (const chunk of source as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > DRAIN_BYTES) return;
  }
}

function busboyFor(request: Request) {
  try {
    return busboy({
      headers: Object.fromEntries(request.headers),
      defParamCharset: 'utf8',
      limits: { fields: 20, fieldSize: 4096, files: 1, parts: 24 },
    });
  } catch {
    throw new AppError('form.malformed');
  }
}

/** A stream of the same bytes, which its taker may destroy: without the part itself the parser would stand still. */
function handedOver(part: Readable): Readable {
  const body = new PassThrough();
  part.on('error', (error) => body.destroy(error));
  return part.pipe(body);
}

/** What can be refused before a byte of the file is seen. */
function refuseUnseen(request: Request, file: UploadedFile): void {
  if (file.name === '') throw new AppError('media.file-required');
  const length = Number(request.headers.get('Content-Length') ?? 0);
  if (length > settings.maxFileBytes + ENVELOPE_BYTES) {
    throw new AppError('media.too-large', { limit: settings.maxFileBytes / 1024 ** 3 });
  }
}

function drain(source: Readable, part: Readable): void {
  let bytes = 0;
  part.unpipe();
  part.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > DRAIN_BYTES) source.destroy();
  });
  part.resume();
}
