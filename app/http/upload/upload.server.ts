import { Readable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import busboy from 'busboy';
import type { z } from 'zod';
import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { parseFields } from '../forms/form.server';
import { mapDiskFull } from '../forms/full-disk.server';
import { uploadBody } from '../forms/request-body.server';

export interface UploadedFile {
  /** Of the form field. */
  field: string;
  name: string;
  index: number;
  body: Readable;
  /** Upper bound of the size, from Content-Length; undefined without it. */
  announcedBytes: number | undefined;
}

export interface RejectedFile {
  name: string;
  reason: AppError;
}

/** Result of a multipart form, both lists in the order of the form. */
export interface ReceivedFiles<T> {
  taken: T[];
  refused: RejectedFile[];
  /** The rest of the form was not read and may hold more files. */
  isCut: boolean;
}

type Take<Schema extends z.ZodType, T> = (fields: z.output<Schema>, file: UploadedFile) => Promise<T>;

const MAX_FILES = 20;
/** Room for the text fields and the part headers beside the files. */
const ENVELOPE_BYTES = 64 * 1024;
/** The content type with a boundary of 70 characters, its maximum, and some room. */
const MAX_TYPE_LENGTH = 200;
/** Drained of rejected files to reach the files after them; lingerOnClose drains as much after a response. */
const MAX_SKIPPED_BYTES = 64 * 1024 ** 2;

export function isMultipart(request: Request): boolean {
  return request.headers.get('Content-Type')?.startsWith('multipart/form-data') ?? false;
}

/**
 * Parses a multipart form of text fields followed by one file, which is streamed to `take`. A rejection is
 * thrown at once; the rest of the body is left unread.
 * @throws AppError 'media.file-required', 'media.too-large', 'transcription.upload-failed' for an interrupted
 *   upload, 'form.too-slow', 'form.malformed', 'storage.full'; and the errors of parseFields and `take`
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
 * Like readUpload, for up to 20 files in turn, with the size limit of one for all. A rejected file is
 * skipped; the form is cut when more than 64 MB would have to be skipped.
 */
export async function readUploads<Schema extends z.ZodType, T>(
  request: Request,
  schema: Schema,
  take: Take<Schema, T>,
): Promise<ReceivedFiles<T>> {
  return readFiles(request, schema, take, { files: MAX_FILES, skippedBytes: MAX_SKIPPED_BYTES });
}

/**
 * Like readUpload, for a transcript and, behind it, the recording that may belong to it, by the fields
 * `transcript` and `file`. The recording is not read when the transcript is refused.
 * @returns the transcript's and the recording's; null for one that was not sent
 */
export async function readTranscriptUpload<Schema extends z.ZodType, T, R>(
  request: Request,
  schema: Schema,
  take: { transcript: Take<Schema, T>; file: Take<Schema, R> },
): Promise<{ fields: z.output<Schema>; transcript: T | null; file: R | null }> {
  const found: { fields?: z.output<Schema>; transcript: T | null; file: R | null } = {
    transcript: null,
    file: null,
  };
  const takeEither: Take<Schema, void> = async (fields, sent) => {
    found.fields = fields;
    if (sent.field === 'file') found.file = await take.file(fields, sent);
    else found.transcript = await take.transcript(fields, sent);
  };
  const limits = { files: 2, skippedBytes: 0, allowsEmpty: true };
  await readFiles(request, schema, takeEither, limits).then(({ refused: [first] }) => {
    if (first) throw first.reason;
  });
  return { ...found, fields: found.fields! };
}

interface Limits {
  /** Gives a field without a file, whose name is empty, to `take`. */
  allowsEmpty?: boolean;
  files: number;
  skippedBytes: number;
}

const readFiles = <Schema extends z.ZodType, T>(
  request: Request,
  schema: Schema,
  take: Take<Schema, T>,
  limits: Limits,
): Promise<ReceivedFiles<T>> => new FormReader(request, schema, take, limits).read();

class FormReader<Schema extends z.ZodType, T> {
  readonly #request: Request;
  readonly #schema: Schema;
  readonly #take: Take<Schema, T>;
  readonly #limits: Limits;
  readonly #parser: busboy.Busboy;
  readonly #form = new FormData();
  readonly #received: ReceivedFiles<T> = { taken: [], refused: [], isCut: false };
  #fields: z.output<Schema> | undefined;
  #failure: Error | undefined;
  /** No further file is accepted, including those already parsed. */
  #isOver = false;
  /** Bytes of the body before the chunk that is being parsed. */
  #parsedBytes = 0;
  #skippedBytes = 0;
  #files = 0;
  /** Chain of all files so far: each waits for the one before. */
  #queue: Promise<void> | undefined;

  constructor(request: Request, schema: Schema, take: Take<Schema, T>, limits: Limits) {
    this.#request = request;
    this.#schema = schema;
    this.#take = take;
    this.#limits = limits;
    this.#parser = busboyFor(request, {
      fields: 20,
      fieldSize: 4096,
      files: limits.files,
      parts: 23 + limits.files,
    });
    // The pipeline's error listener ends with it, and a recording may be rejected after its last byte.
    this.#parser.on('error', () => undefined);
    this.#parser.on('field', (name, value) => this.#form.append(name, value));
    this.#parser.on('filesLimit', () => this.#cut());
    this.#parser.on('file', (field, part, { filename = '' }) =>
      this.#enqueue(part, { field, name: filename }),
    );
  }

  async read(): Promise<ReceivedFiles<T>> {
    let broken: unknown;
    const bounded = (body: AsyncIterable<Buffer>) => this.#bounded(body);
    await pipeline(uploadBody(this.#request), bounded, this.#parser).catch((error: unknown) => {
      broken = error;
    });
    await this.#queue;
    if (this.#failure) throw this.#failure;
    if (broken && !this.#received.isCut) {
      throw broken instanceof AppError ? broken : new AppError('transcription.upload-failed');
    }
    if (this.#files > 0) return this.#received;
    parseFields(this.#request, this.#form, this.#schema);
    throw new AppError('media.file-required');
  }

  #cut(): void {
    this.#received.isCut = true;
    this.#parser.destroy(new Error('no more of the form is read'));
  }

  #fail(error: Error): void {
    this.#failure = error;
    this.#isOver = true;
    this.#parser.destroy(error);
  }

  /** A chunk is parsed before the next is requested, so that `#files` is up to date here. */
  async *#bounded(body: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of body) {
      if (this.#files === 0 && this.#parsedBytes > ENVELOPE_BYTES) throw new AppError('form.malformed');
      if (this.#parsedBytes > maxFormBytes() + this.#limits.skippedBytes) throw tooLarge();
      yield chunk;
      this.#parsedBytes += chunk.length;
    }
  }

  #enqueue(part: Readable, { field, name }: Pick<UploadedFile, 'field' | 'name'>): void {
    const file = {
      field,
      name: decodedName(name),
      index: this.#files,
      body: detachable(part),
      announcedBytes: remainingBytes(this.#request, this.#parsedBytes),
    };
    this.#files += 1;
    // Both emit the parser's error, also when `take` has stopped reading or never started.
    for (const stream of [part, file.body]) stream.on('error', () => undefined);
    const receive = () => this.#receive(part, file);
    this.#queue = this.#queue ? this.#queue.then(receive) : receive();
  }

  async #receive(part: Readable, file: UploadedFile): Promise<void> {
    if (this.#isOver) return;
    try {
      this.#fields ??= this.#readFields();
    } catch (error) {
      return this.#fail(error as Error);
    }
    try {
      if (file.name === '' && !this.#limits.allowsEmpty) throw new AppError('media.file-required');
      this.#received.taken.push(await this.#take(this.#fields, file));
    } catch (thrown) {
      // The file failed because the body did: this is no rejection.
      if (this.#parser.errored && !this.#received.isCut) return;
      const reason = mapDiskFull(thrown);
      if (!(reason instanceof AppError)) return this.#fail(thrown as Error);
      this.#received.refused.push({ name: file.name, reason });
      if (this.#limits.skippedBytes === 0) this.#cut();
    }
    file.body.destroy();
    await this.#skipRest(part);
  }

  #readFields(): z.output<Schema> {
    const fields = parseFields(this.#request, this.#form, this.#schema);
    rejectOversized(this.#request);
    return fields;
  }

  /** Drains a part. Resolves at its end, or when the form is cut. */
  async #skipRest(part: Readable): Promise<void> {
    part.on('data', ({ length }: Buffer) => {
      this.#skippedBytes += length;
      if (this.#skippedBytes <= this.#limits.skippedBytes) return;
      this.#isOver = true;
      this.#cut();
    });
    await finished(part).catch(() => undefined);
  }
}

const FILE_NAME_ESCAPES = { '%22': '"', '%0D': '\r', '%0A': '\n' } as const;

/** Decodes the escapes of file names (HTML, multipart/form-data encoding algorithm). */
const decodedName = (sent: string) =>
  sent.replace(/%(?:22|0D|0A)/g, (code) => FILE_NAME_ESCAPES[code as keyof typeof FILE_NAME_ESCAPES]);

/** A copy that its reader may destroy: the part survives, so that the parser reaches the next one. */
const detachable = (part: Readable) => Readable.from(chunksOf(part), { objectMode: false });

async function* chunksOf(part: Readable): AsyncGenerator<Buffer> {
  // By default the iterator destroys the part on an early return.
  for await (const chunk of part.iterator({ destroyOnReturn: false })) yield chunk;
}

/** The parser searches for the boundary at every byte: as short as RFC 2046, section 5.1.1, says. */
function assertShortBoundary({ headers }: Request): void {
  if ((headers.get('Content-Type')?.length ?? 0) > MAX_TYPE_LENGTH) throw new AppError('form.malformed');
}

/** @throws AppError 'form.malformed' for another content type */
export function busboyFor(request: Request, limits: busboy.Limits): busboy.Busboy {
  assertShortBoundary(request);
  try {
    return busboy({ headers: Object.fromEntries(request.headers), defParamCharset: 'utf8', limits });
  } catch {
    throw new AppError('form.malformed');
  }
}

/** Upper bound of the remaining bytes of the form, which is little more than its files. */
function remainingBytes({ headers }: Request, parsedBytes: number): number | undefined {
  const length = headers.get('Content-Length');
  return length === null ? undefined : Number(length) - parsedBytes;
}

const maxFormBytes = () => settings.maxFileBytes + ENVELOPE_BYTES;

const tooLarge = () => new AppError('media.too-large', { limit: settings.maxFileBytes / 1024 ** 3 });

/** Rejects an oversized form by its Content-Length, before a file is read. */
function rejectOversized(request: Request): void {
  if ((remainingBytes(request, 0) ?? 0) > maxFormBytes()) throw tooLarge();
}
