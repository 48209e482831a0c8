import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { z } from 'zod';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { parseFields } from './form.server';
import { orStorageFull } from './full-disk.server';
import { uploadBody } from './request-body.server';

export interface UploadedFile {
  /** As it is called where it comes from. */
  name: string;
  /** Its place among the files of the form, from 0. */
  index: number;
  body: Readable;
  /** No more than so many bytes are going to come; undefined when the browser did not say. */
  announcedBytes: number | undefined;
}

/** A file that was not taken, and why. */
export interface RefusedFile {
  name: string;
  reason: AppError;
}

/** What became of the files of a form, both in their order. */
export interface ReceivedFiles<T> {
  taken: T[];
  refused: RefusedFile[];
  /** The rest of the form was not read: there may be more files in it. */
  isCut: boolean;
}

type Take<Schema extends z.ZodType, T> = (fields: z.output<Schema>, file: UploadedFile) => Promise<T>;

/** The most files that one form may bring. */
const MOST_FILES = 20;
/** Room for the text fields and the part headers beside the files. */
const ENVELOPE_BYTES = 64 * 1024;
/** `multipart/form-data; boundary="…"` with the 70 characters that a boundary may have, and a little room. */
const LONGEST_TYPE = 200;
/** What is read of refused files to get to those after them; the server reads as much after an answer. */
const MOST_SKIPPED_BYTES = 64 * 1024 ** 2;

/** Whether the form came with a file field. */
export function isUpload(request: Request): boolean {
  return request.headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false;
}

/**
 * Reads a multipart form of text fields followed by one file, which is handed over as it arrives. What is refused
 * is answered at once; nothing more of the body is read then.
 * @throws AppError 'media.file-required', 'media.too-large', 'transcription.upload-failed' when it broke off,
 *   'form.too-slow', 'form.malformed', 'storage.full'; what parseFields and `take` throw
 */
export async function readUpload<Schema extends z.ZodType, T>(
  request: Request,
  schema: Schema,
  take: Take<Schema, T>,
): Promise<T> {
  const { taken, refused } = await readFiles(request, schema, take, { files: 1, skippedBytes: 0 });
  if (refused[0]) throw refused[0].reason;
  return taken[0]!;
}

/**
 * As readUpload, for a form of up to 20 files, taken one after the other, which together weigh no more than the
 * largest one may alone. A file that is refused is skipped, unless its end is too far away.
 * @throws AppError as readUpload, except for what is wrong with single files only
 */
export async function readUploads<Schema extends z.ZodType, T>(
  request: Request,
  schema: Schema,
  take: Take<Schema, T>,
): Promise<ReceivedFiles<T>> {
  return readFiles(request, schema, take, { files: MOST_FILES, skippedBytes: MOST_SKIPPED_BYTES });
}

async function readFiles<Schema extends z.ZodType, T>(
  request: Request,
  schema: Schema,
  take: Take<Schema, T>,
  most: { files: number; skippedBytes: number },
): Promise<ReceivedFiles<T>> {
  const form = new FormData();
  const received: ReceivedFiles<T> = { taken: [], refused: [], isCut: false };
  let fields: z.output<Schema> | undefined;
  /** What ends the whole form. */
  let failure: Error | undefined;
  /** No more files are taken, also of those that are here already. */
  let isOver = false;
  /** Of the body, before the chunk that is being parsed. */
  let parsedBytes = 0;
  let skippedBytes = 0;
  let files = 0;
  /** All files so far, each of which waits for the one before. */
  let turns: Promise<void> | undefined;

  const parser = busboyFor(request, {
    fields: 20,
    fieldSize: 4096,
    files: most.files,
    parts: 23 + most.files,
  });
  // The pipeline listens no longer than it lasts, and a recording may be refused after its last byte.
  parser.on('error', () => undefined);

  const cut = () => {
    received.isCut = true;
    parser.destroy(new Error('no more of the form is read'));
  };
  const fail = (error: Error) => {
    failure = error;
    isOver = true;
    parser.destroy(error);
  };

  /** Resolves when the part is over, or no more is read. */
  const skipRest = async (part: Readable) => {
    part.on('data', ({ length }: Buffer) => {
      skippedBytes += length;
      if (skippedBytes <= most.skippedBytes) return;
      isOver = true;
      cut();
    });
    await finished(part).catch(() => undefined);
  };

  const receive = async (part: Readable, file: UploadedFile) => {
    if (isOver) return;
    try {
      if (!fields) {
        fields = parseFields(request, form, schema);
        refuseOutsize(request);
      }
    } catch (error) {
      return fail(error as Error);
    }
    try {
      if (file.name === '') throw new AppError('media.file-required');
      received.taken.push(await take(fields, file));
    } catch (thrown) {
      // When the body failed, the file failed with it, and was not refused.
      if (parser.errored && !received.isCut) return;
      const reason = orStorageFull(thrown);
      if (!(reason instanceof AppError)) return fail(thrown as Error);
      received.refused.push({ name: file.name, reason });
      if (most.skippedBytes === 0) cut();
    }
    file.body.destroy();
    await skipRest(part);
  };

  parser.on('field', (name, value) => form.append(name, value));
  parser.on('filesLimit', cut);
  parser.on('file', (_name, part, { filename = '' }) => {
    const file = {
      ...{ name: decodedName(filename), index: files, body: lettingGo(part) },
      announcedBytes: announced(request, parsedBytes),
    };
    files += 1;
    // Both fail with the parser, also when `take` has let go of them or never began.
    for (const stream of [part, file.body]) stream.on('error', () => undefined);
    turns = turns ? turns.then(() => receive(part, file)) : receive(part, file);
  });
  /** Each chunk has been parsed before the next is asked for, so that it is known whether a file has begun. */
  async function* bounded(body: AsyncIterable<Buffer>) {
    for await (const chunk of body) {
      if (files === 0 && parsedBytes > ENVELOPE_BYTES) throw new AppError('form.malformed');
      if (parsedBytes > mostBytes() + most.skippedBytes) throw tooLarge();
      yield chunk;
      parsedBytes += chunk.length;
    }
  }
  let broken: unknown;
  await pipeline(uploadBody(request), bounded, parser).catch((error: unknown) => {
    broken = error;
  });
  await turns;
  if (failure) throw failure;
  if (broken && !received.isCut) {
    throw broken instanceof AppError ? broken : new AppError('transcription.upload-failed');
  }
  if (files > 0) return received;
  parseFields(request, form, schema);
  throw new AppError('media.file-required');
}

const WRITTEN = { '%22': '"', '%0D': '\r', '%0A': '\n' } as const;

/** Undoes what browsers do to names, which is no more than this (HTML, multipart/form-data encoding algorithm). */
const decodedName = (sent: string) =>
  sent.replace(/%(?:22|0D|0A)/g, (code) => WRITTEN[code as keyof typeof WRITTEN]);

/** A file whose reader may destroy it: the part stays, so that the parser comes to those after it. */
const lettingGo = (part: Readable) => Readable.from(chunksOf(part), { objectMode: false });

async function* chunksOf(part: Readable): AsyncGenerator<Buffer> {
  // The iterator itself would destroy the part when it is told of an error.
  for await (const chunk of part.iterator({ destroyOnReturn: false })) yield chunk;
}

/**
 * What divides the parts is looked for at every byte, so its length is bounded as RFC 2046, 5.1.1, has it.
 * @throws AppError 'form.malformed'
 */
function assertShortBoundary({ headers }: Request): void {
  if ((headers.get('Content-Type')?.length ?? 0) > LONGEST_TYPE) throw new AppError('form.malformed');
}

/** Parses a multipart form. @throws AppError 'form.malformed' for a body of another type */
export function busboyFor(request: Request, limits: busboy.Limits): busboy.Busboy {
  assertShortBoundary(request);
  try {
    return busboy({ headers: Object.fromEntries(request.headers), defParamCharset: 'utf8', limits });
  } catch {
    throw new AppError('form.malformed');
  }
}

/** How many bytes of the form are still to come at most, which is little more than its files. */
function announced({ headers }: Request, parsedBytes: number): number | undefined {
  const length = headers.get('Content-Length');
  return length === null ? undefined : Number(length) - parsedBytes;
}

const mostBytes = () => settings.maxFileBytes + ENVELOPE_BYTES;

const tooLarge = () => new AppError('media.too-large', { limit: settings.maxFileBytes / 1024 ** 3 });

/** What can be refused before a byte of a file is seen. */
function refuseOutsize(request: Request): void {
  if ((announced(request, 0) ?? 0) > mostBytes()) throw tooLarge();
}
