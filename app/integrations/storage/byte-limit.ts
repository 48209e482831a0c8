import { Transform } from 'node:stream';
import { AppError } from '@/app/domain/errors';

/** Counts bytes. Fails with AppError 'media.too-large' past maxBytes. */
export function byteLimit(maxBytes: number, onBytes?: (bytes: number) => void) {
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      onBytes?.(bytes);
      if (bytes > maxBytes) done(new AppError('media.too-large', { limit: maxBytes / 1024 ** 3 }));
      else done(null, chunk);
    },
  });
  return { stream, bytes: () => bytes };
}
