import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CRC32C, type File } from '@google-cloud/storage';
import type { BucketObjects } from './bucket-objects.server';
import { assertTransient, backOff, MAX_RETRIES } from './bucket-retries.server';
import { withChecksum } from './checksum';
import type { ByteRange } from './port';

/** Streams an object, or a range of it. @throws Error when it does not exist */
export async function* bytesOf(
  objects: BucketObjects,
  key: string,
  range: ByteRange | undefined,
): AsyncGenerator<Buffer> {
  const { bytes, generation } = await objects.existing(key);
  yield* bytesFrom(objects, objects.file(key, generation), {
    start: range?.start ?? 0,
    end: Math.min(range?.end ?? Number.POSITIVE_INFINITY, bytes - 1),
  });
}

/** Copies an object to a local file. @throws Error when it does not exist, or has another checksum */
export async function downloadTo(local: string, objects: BucketObjects, key: string): Promise<void> {
  const { bytes, generation, crc32c } = await objects.existing(key);
  const crc = new CRC32C();
  const source = bytesFrom(objects, objects.file(key, generation), { start: 0, end: bytes - 1 });
  await pipeline(withChecksum(source, crc), createWriteStream(local));
  if (crc.toString() !== crc32c) throw new Error(`what came of ${key} is not what was put in`);
}

/** Streams a range and resumes at the current position after a broken connection. */
async function* bytesFrom(objects: BucketObjects, file: File, { start, end }: ByteRange) {
  let position = start;
  for (let failures = 0; position <= end; ) {
    try {
      for await (const chunk of oneResponse(file, { start: position, end }, objects.silenceMs)) {
        position += chunk.length;
        failures = 0;
        yield chunk;
      }
    } catch (error) {
      assertTransient(error);
    }
    if (position > end) return;
    if (failures++ === MAX_RETRIES) throw new Error('the bucket breaks off an object again and again');
    await backOff(failures, objects.maxBackOffMs);
  }
}

/** Streams the response of one request. @throws Error when no data arrives for `silenceMs` */
async function* oneResponse(file: File, range: ByteRange, silenceMs: number): AsyncGenerator<Buffer> {
  const stream = file.createReadStream({ ...range, validation: false, decompress: false });
  const breakOff = () => stream.destroy(new Error('nothing comes'));
  let silence = setTimeout(breakOff, silenceMs);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      clearTimeout(silence);
      yield chunk;
      silence = setTimeout(breakOff, silenceMs);
    }
  } finally {
    clearTimeout(silence);
  }
}
