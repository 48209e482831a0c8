import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import busboy from 'busboy';
import type { z } from 'zod';
import { PICTURE_BYTES } from '@/app/domain/account/picture';
import { AppError } from '@/app/domain/errors';
import { parseFields } from './form.server';

/**
 * Reads a form of text fields and at most one picture, which is held in memory.
 * @returns the fields, and the picture's bytes: null without one, one byte too many when it is too large
 * @throws AppError 'form.malformed'; what parseFields throws
 */
export async function readAdForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ fields: z.output<Schema>; image: Uint8Array | null }> {
  const form = new FormData();
  const chunks: Buffer[] = [];
  const parser = busboyFor(request);
  parser.on('field', (name, value) => form.append(name, value));
  parser.on('file', (_name, part) => part.on('data', (chunk: Buffer) => chunks.push(chunk)));
  try {
    await pipeline(Readable.fromWeb(request.body as ReadableStream), parser);
  } catch {
    throw new AppError('form.malformed');
  }
  const image = Buffer.concat(chunks);
  return { fields: parseFields(request, form, schema), image: image.length > 0 ? image : null };
}

function busboyFor(request: Request) {
  try {
    return busboy({
      headers: Object.fromEntries(request.headers),
      limits: { fields: 20, fieldSize: 64 * 1024, files: 1, fileSize: PICTURE_BYTES + 1, parts: 24 },
    });
  } catch {
    throw new AppError('form.malformed');
  }
}
