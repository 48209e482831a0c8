import { randomBytes } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { contentBytes, openStream, sealStream } from '@/app/integrations/storage/sealed-stream.server';

const FRAME = 256 * 1024;
const HEADER = 40;

async function* inPieces(bytes: Buffer, pieceBytes: number): AsyncGenerator<Buffer> {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes);
}

const seal = (content: Buffer, secret: Buffer | null, name = 'objects/a') =>
  buffer(sealStream(inPieces(content, 100_000), name, secret));
const open = (sealed: Buffer, secret: Buffer | null, name = 'objects/a') =>
  buffer(openStream(inPieces(sealed, 70_001), name, secret));

const DAMAGED = { code: 'backup.damaged' };

describe.each([
  ['encrypted', randomBytes(32)],
  ['with checksums', null],
])('a stream sealed %s', (_name, secret) => {
  it.each([0, 1, FRAME - 1, FRAME, FRAME + 1, 2 * FRAME, 3 * FRAME + 5])(
    'opens with its %i bytes, and tells their number by its size',
    async (bytes) => {
      const content = randomBytes(bytes);
      const sealed = await seal(content, secret);
      expect(contentBytes(sealed.length)).toBe(bytes);
      expect((await open(sealed, secret)).equals(content)).toBe(true);
    },
  );

  it('notices each flipped bit', async () => {
    const sealed = await seal(randomBytes(FRAME + 1000), secret);
    await fc.assert(
      fc.asyncProperty(fc.nat(sealed.length - 1), fc.nat(7), async (at, bit) => {
        const changed = Buffer.from(sealed);
        changed[at]! ^= 1 << bit;
        await expect(open(changed, secret)).rejects.toMatchObject(DAMAGED);
      }),
      { numRuns: 40 },
    );
  });

  it('notices a missing end, wherever it is cut', async () => {
    const sealed = await seal(randomBytes(2 * FRAME), secret);
    const cuts = [0, 8, HEADER, HEADER + 15, HEADER + 16, HEADER + FRAME + 16, sealed.length - 1];
    for (const cut of cuts) {
      await expect(open(sealed.subarray(0, cut), secret)).rejects.toMatchObject(DAMAGED);
    }
  });

  it('notices frames in another order, twice, and of another object', async () => {
    const sealed = await seal(randomBytes(3 * FRAME), secret);
    const frames = [0, 1, 2].map((index) =>
      sealed.subarray(HEADER + index * (FRAME + 16), HEADER + (index + 1) * (FRAME + 16)),
    ) as [Buffer, Buffer, Buffer];
    const header = sealed.subarray(0, HEADER);
    const [first, second, last] = frames;
    for (const order of [[second, first, last], [first, last], [first, second, second, last], [last]]) {
      await expect(open(Buffer.concat([header, ...order]), secret)).rejects.toMatchObject(DAMAGED);
    }
    await expect(open(Buffer.concat([sealed, last]), secret)).rejects.toMatchObject(DAMAGED);
    await expect(open(sealed, secret, 'objects/b')).rejects.toMatchObject(DAMAGED);
  });
});

describe('an encrypted stream', () => {
  const secret = randomBytes(32);

  it('opens with its secret alone', async () => {
    const sealed = await seal(Buffer.from('what was said'), secret);
    expect(sealed.includes('what was said')).toBe(false);
    await expect(open(sealed, randomBytes(32))).rejects.toMatchObject(DAMAGED);
    await expect(open(sealed, null)).rejects.toMatchObject(DAMAGED);
  });

  it('does not accept one without encryption in its place', async () => {
    await expect(open(await seal(Buffer.from('x'), null), secret)).rejects.toMatchObject(DAMAGED);
  });

  it('differs each time', async () => {
    const content = Buffer.from('the same');
    expect((await seal(content, secret)).equals(await seal(content, secret))).toBe(false);
  });
});
