import { pipeline } from 'node:stream/promises';
import type { z } from 'zod';
import { MAX_PICTURE_BYTES } from '@/app/domain/account/picture';
import { AppError } from '@/app/domain/errors';
import { parseFields } from '../forms/form.server';
import { uploadBody } from '../forms/request-body.server';
import { busboyFor } from '../upload/upload.server';

/** An oversized picture is read to its end, up to this limit, so that the fields after it are parsed. */
const FORM_BYTES = 16 * MAX_PICTURE_BYTES;
/** `fileSize` is one byte above the picture limit, so that an oversized picture can be detected. */
const LIMITS = { fields: 20, fieldSize: 64 * 1024, files: 1, fileSize: MAX_PICTURE_BYTES + 1, parts: 24 };

/**
 * Text fields and at most one picture in memory: one byte too many when it is too large, null without one.
 * @throws AppError 'ad.image-too-large' (params: limit in MB), 'form.malformed', 'form.too-slow', and those
 *   of parseFields
 */
export async function readAdForm<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<{ fields: z.output<Schema>; image: Uint8Array | null }> {
  const form = new FormData();
  const chunks: Buffer[] = [];
  const parser = busboyFor(request, LIMITS);
  parser.on('field', (name, value) => form.append(name, value));
  // An error of a part is also emitted by the parser, which the pipeline handles.
  parser.on('file', (_name, part) =>
    part.on('data', (chunk: Buffer) => chunks.push(chunk)).on('error', () => undefined),
  );
  try {
    await pipeline(uploadBody(request), atMost(FORM_BYTES), parser);
  } catch (error) {
    throw error instanceof AppError ? error : new AppError('form.malformed');
  }
  const image = Buffer.concat(chunks);
  return { fields: parseFields(request, form, schema), image: image.length > 0 ? image : null };
}

function atMost(mostBytes: number) {
  return async function* (body: AsyncIterable<Buffer>) {
    let bytes = 0;
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > mostBytes)
        throw new AppError('ad.image-too-large', { limit: MAX_PICTURE_BYTES / 1024 ** 2 });
      yield chunk;
    }
  };
}
