import { CRC32C } from '@google-cloud/storage';

/** CRC32C of a whole object, in base64. */
export function crcOf(bytes: Buffer): string {
  const crc = new CRC32C();
  crc.update(bytes);
  return crc.toString();
}

export async function* withChecksum(source: AsyncIterable<Buffer>, crc: CRC32C): AsyncGenerator<Buffer> {
  for await (const bytes of source) {
    crc.update(bytes);
    yield bytes;
  }
}
