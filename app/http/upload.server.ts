import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { z } from 'zod';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { parseFields } from './form.server';
import { uploadBody } from './request-body.server';

export interface UploadedFile {
  /** As the browser sent it. */
  name: string;
  body: Readable;
  /** No more than so many bytes are going to come; undefined when the browser did not say. */
  announcedBytes: number | undefined;
}

/** Room for the text fields and the part headers beside the file. */
const ENVELOPE_BYTES = 64 * 1024;
/** `multipart/form-data; boundary="…"` with the 70 characters that a boundary may have, and a little room. */
const LONGEST_TYPE = 200;

/** Whether the form came with a file field. */
export function isUpload(request: Request): boolean {
  return request.headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false;
}

/**
 * Reads a multipart form of text fields followed by one file, which is handed over as it arrives. What is refused
 * is answered at once; nothing more of the body is read then.
 * @throws AppError 'media.file-required', 'media.too-large', 'transcription.upload-failed' when it broke off,
 *   'form.too-slow', 'form.malformed'; what parseFields and `take` throw
 */
export async function readUpload<Schema extends z.ZodType, T>(
  request: Request,
  schema: Schema,
  take: (fields: z.output<Schema>, file: UploadedFile) => Promise<T>,
): Promise<T> {
  const form = new FormData();
  let taken: Promise<T> | undefined;
  let refusal: Error | undefined;

  const parser = busboyFor(request);
  parser.on('field', (name, value) => form.append(name, value));
  parser.on('file', (_name, part, { filename }) => {
    // It fails with the parser, also when `take` has let go of it or never began.
    part.on('error', () => undefined);
    const accept = async () => {
      const fields = parseFields(request, form, schema);
      const file = { name: filename ?? '', body: part, announcedBytes: lengthOf(request) };
      refuseUnseen(request, file);
      return take(fields, file);
    };
    taken = accept();
    taken.catch((error: Error) => {
      // When the body failed, the file failed with it, and was not refused.
      if (parser.errored) return;
      refusal = error;
      parser.destroy(error);
    });
  });
  // The pipeline listens no longer than it lasts, and a recording may be refused after its last byte.
  parser.on('error', () => undefined);
  /** Each chunk has been parsed before the next is asked for, so that it is known whether the file has begun. */
  async function* withLittleBeforeFile(body: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of body) {
      if (!taken && bytes > ENVELOPE_BYTES) throw new AppError('form.malformed');
      bytes += chunk.length;
      yield chunk;
    }
  }
  try {
    await pipeline(uploadBody(request), withLittleBeforeFile, parser);
  } catch (error) {
    await taken?.catch(() => undefined);
    if (refusal) throw refusal;
    throw error instanceof AppError ? error : new AppError('transcription.upload-failed');
  }
  if (taken) return taken;
  parseFields(request, form, schema);
  throw new AppError('media.file-required');
}

/**
 * What divides the parts is looked for at every byte, so its length is bounded as RFC 2046, 5.1.1, has it.
 * @throws AppError 'form.malformed'
 */
export function assertShortBoundary({ headers }: Request): void {
  if ((headers.get('Content-Type')?.length ?? 0) > LONGEST_TYPE) throw new AppError('form.malformed');
}

function busboyFor(request: Request) {
  assertShortBoundary(request);
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

/** Of the whole form, which is little more than its file. */
function lengthOf(request: Request): number | undefined {
  const length = request.headers.get('Content-Length');
  return length === null ? undefined : Number(length);
}

/** What can be refused before a byte of the file is seen. */
function refuseUnseen(request: Request, file: UploadedFile): void {
  if (file.name === '') throw new AppError('media.file-required');
  if ((lengthOf(request) ?? 0) > settings.maxFileBytes + ENVELOPE_BYTES) {
    throw new AppError('media.too-large', { limit: settings.maxFileBytes / 1024 ** 3 });
  }
}
