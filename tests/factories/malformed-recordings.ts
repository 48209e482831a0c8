/** Recordings whose headers and packets state a wrong duration, made from valid ones or from scratch. */

const FLAC_MARKER_BYTES = 4;
const FLAC_BLOCK_HEADER_BYTES = 4;

/** A .flac file without its header, as if cut out of a stream: it starts with a frame. */
export function withoutFlacHeader(flac: Buffer): Buffer {
  let at = FLAC_MARKER_BYTES;
  for (let isLast = false; !isLast; ) {
    isLast = flac[at]! >= 0x80;
    at += FLAC_BLOCK_HEADER_BYTES + flac.readUIntBE(at + 1, 3);
  }
  return flac.subarray(at);
}

/** Puts junk bytes before the header. */
export const withJunkBefore = (recording: Buffer): Buffer =>
  Buffer.concat([Buffer.from('not a recording '.repeat(40)), recording]);

/** An .m4a file whose sample table states a quarter of each packet's duration. */
export function withQuarteredTimes(m4a: Buffer): Buffer {
  const changed = Buffer.from(m4a);
  const table = changed.indexOf('stts') + 4;
  const entries = changed.readUInt32BE(table + 4);
  for (let index = 0; index < entries; index += 1) {
    const at = table + 8 + 8 * index + 4;
    changed.writeUInt32BE(Math.floor(changed.readUInt32BE(at) / 4), at);
  }
  return changed;
}

/** An Ogg file (RFC 3533) whose last page states this end position, in samples. */
export function withLastPageAt(ogg: Buffer, samples: bigint): Buffer {
  const changed = Buffer.from(ogg);
  const page = changed.subarray(changed.lastIndexOf('OggS'));
  page.writeBigInt64LE(samples, 6);
  page.writeUInt32LE(0, 22);
  page.writeUInt32LE(oggChecksum(page), 22);
  return changed;
}

function oggChecksum(page: Buffer): number {
  let sum = 0;
  for (const byte of page) {
    sum = (sum ^ (byte << 24)) >>> 0;
    for (let bit = 0; bit < 8; bit += 1) {
      sum = (sum & 0x80000000 ? (sum << 1) ^ 0x04c11db7 : sum << 1) >>> 0;
    }
  }
  return sum;
}

const DSD_RATE = 2_822_400;
const DSD_SILENCE = 0x69;

/** Silence of this length in DSDIFF 1.5, one channel of 64 × 44.1 kHz, uncompressed. */
export function dsdiff(seconds: number): Buffer {
  const rate = Buffer.alloc(4);
  rate.writeUInt32BE(DSD_RATE);
  const properties = Buffer.concat([
    Buffer.from('SND '),
    chunk('FS  ', rate),
    chunk('CHNL', Buffer.from('\0\x01C   ', 'latin1')),
    chunk('CMPR', Buffer.from('DSD \x0enot compressed\0', 'latin1')),
  ]);
  const form = Buffer.concat([
    Buffer.from('DSD '),
    chunk('FVER', Buffer.from([1, 5, 0, 0])),
    chunk('PROP', properties),
    chunk('DSD ', Buffer.alloc((DSD_RATE / 8) * seconds, DSD_SILENCE)),
  ]);
  return chunk('FRM8', form);
}

function chunk(id: string, content: Buffer): Buffer {
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE(BigInt(content.length));
  return Buffer.concat([Buffer.from(id), size, content, Buffer.alloc(content.length % 2)]);
}
