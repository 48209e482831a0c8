/**
 * A Matroska recording (RFC 9559) with explicit block timestamps: it can claim to be shorter or longer than
 * its samples.
 */
export interface TimedSamples {
  /** 16-bit samples of one channel. */
  samples: Buffer;
  /** Time from one block to the next, in ms; a block holds 100 ms of samples. */
  stepMs: number;
}

const BLOCK_MS = 100;
/** A block's timestamp is a signed 16-bit offset from its cluster. */
const CLUSTER_MS = 30_000;

/** The step at which timestamps match the samples. */
export const NATURAL_STEP_MS = BLOCK_MS;

/** @param options startMs: time of the first block */
export function matroska(
  stretches: TimedSamples[],
  { samplesPerSecond = 16_000, startMs = 0 }: { samplesPerSecond?: number; startMs?: number } = {},
): Buffer<ArrayBuffer> {
  const header = element(0x1a45dfa3, [element(0x4282, Buffer.from('matroska')), element(0x4287, number(4))]);
  const info = element(0x1549a966, [element(0x2ad7b1, number(1_000_000))]);
  const audio = element(0xe1, [
    element(0xb5, double(samplesPerSecond)),
    element(0x9f, number(1)),
    element(0x6264, number(16)),
  ]);
  const track = element(0xae, [
    ...[element(0xd7, number(1)), element(0x73c5, number(1)), element(0x83, number(2))],
    ...[element(0x86, Buffer.from('A_PCM/INT/LIT')), audio],
  ]);
  const segment = [info, element(0x1654ae6b, [track]), ...clusters(stretches, samplesPerSecond, startMs)];
  return Buffer.concat([header, element(0x18538067, segment)]);
}

function clusters(stretches: TimedSamples[], samplesPerSecond: number, startMs: number): Buffer[] {
  const blockBytes = (2 * samplesPerSecond * BLOCK_MS) / 1000;
  const made: Buffer[] = [];
  let blocks: Buffer[] = [];
  let [beginsMs, atMs] = [startMs, startMs];
  const close = () => {
    if (blocks.length > 0) made.push(element(0x1f43b675, [element(0xe7, number(beginsMs)), ...blocks]));
    blocks = [];
    beginsMs = atMs;
  };
  for (const { samples, stepMs } of stretches) {
    for (let at = 0; at < samples.length; at += blockBytes) {
      if (atMs - beginsMs >= CLUSTER_MS) close();
      const head = Buffer.from([0x81, 0, 0, 0x80]);
      head.writeInt16BE(atMs - beginsMs, 1);
      blocks.push(element(0xa3, Buffer.concat([head, samples.subarray(at, at + blockBytes)])));
      atMs += stepMs;
    }
  }
  close();
  return made;
}

function element(id: number, content: Buffer | Buffer[]): Buffer {
  const body = Array.isArray(content) ? Buffer.concat(content) : content;
  const size = Buffer.alloc(8);
  size.writeBigUInt64BE((1n << 56n) | BigInt(body.length));
  const name = number(id);
  return Buffer.concat([name, size, body]);
}

function number(value: number): Buffer {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 ? `0${hex}` : hex, 'hex');
}

function double(value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleBE(value);
  return bytes;
}
