import { crc32, inflateRawSync } from 'node:zlib';

const END = Buffer.from('PK\x05\x06', 'latin1');

/** The files of a zip archive by path, each verified against its checksum. */
export function unzip(archive: Buffer): Map<string, Buffer> {
  const end = archive.lastIndexOf(END);
  const count = archive.readUInt16LE(end + 10);
  let entry = archive.readUInt32LE(end + 16);
  const files = new Map<string, Buffer>();
  for (let index = 0; index < count; index += 1) {
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((at) =>
      archive.readUInt16LE(entry + at),
    ) as [number, number, number];
    const path = archive.toString('utf8', entry + 46, entry + 46 + nameLength);
    const content = contentOf(archive, entry);
    if (files.has(path)) throw new Error(`${path} is in the archive twice`);
    if (crc32(content) !== archive.readUInt32LE(entry + 16)) throw new Error(`${path} is damaged`);
    files.set(path, content);
    entry += 46 + nameLength + extraLength + commentLength;
  }
  return files;
}

function contentOf(archive: Buffer, entry: number): Buffer {
  const local = archive.readUInt32LE(entry + 42);
  const start = local + 30 + archive.readUInt16LE(local + 26) + archive.readUInt16LE(local + 28);
  const bytes = archive.subarray(start, start + archive.readUInt32LE(entry + 20));
  return archive.readUInt16LE(entry + 10) === 0 ? bytes : inflateRawSync(bytes);
}
