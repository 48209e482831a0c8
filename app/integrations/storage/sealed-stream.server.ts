import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from 'node:crypto';
import { AppError } from '@/app/domain/errors';
import { chunksOf } from './chunks';

/** Bytes of content in a frame; the last frame may have fewer. */
const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;
const FRAME_BYTES = CHUNK_BYTES + TAG_BYTES;
const SALT_BYTES = 32;
const MARK_BYTES = 8;
const HEADER_BYTES = MARK_BYTES + SALT_BYTES;
const NONCE_BYTES = 12;

const ENCRYPTED = Buffer.from('celeste1');
const PLAIN = Buffer.from('celeste0');

/** Seals and opens the frame of a nonce. */
interface FrameCipher {
  seal(nonce: Buffer, chunk: Buffer): Buffer[];
  /** @throws Error when the frame is not what was sealed under this nonce */
  open(nonce: Buffer, frame: Buffer): Buffer;
}

/**
 * A stream of frames, each with a tag that binds it to its object, its place and whether it is the last: a
 * changed, missing, foreign or reordered frame is noticed. The construction is STREAM (Hoang, Reyhanitabar,
 * Rogaway and Vizár, 'Online Authenticated-Encryption and its Nonce-Reuse Misuse-Resistance', 2015) over
 * AES-256-GCM. Each sealing has a key of its own, from the secret and a random salt by HKDF, so no nonce is used
 * twice. Without a secret, SHA-256 takes the cipher's place, and notices accidents only.
 */
export async function* sealStream(
  source: AsyncIterable<Buffer | string>,
  name: string,
  secret: Buffer | null,
): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  yield Buffer.concat([secret ? ENCRYPTED : PLAIN, salt]);
  const cipher = cipherOf(secret, salt, name);
  let index = 0;
  for await (const { bytes, isLast } of chunksOf(source, CHUNK_BYTES)) {
    yield* cipher.seal(nonceOf(index++, isLast), bytes);
  }
}

/**
 * Yields only what has been verified; a missing end is an error at the end.
 * @throws AppError 'backup.damaged'
 */
export async function* openStream(
  source: AsyncIterable<Buffer>,
  name: string,
  secret: Buffer | null,
): AsyncGenerator<Buffer> {
  const damaged = () => new AppError('backup.damaged', { name });
  const bytes = source[Symbol.asyncIterator]();
  let start = Buffer.alloc(0);
  while (start.length < HEADER_BYTES) {
    const { value, done } = await bytes.next();
    if (done) throw damaged();
    start = Buffer.concat([start, value]);
  }
  if (!start.subarray(0, MARK_BYTES).equals(secret ? ENCRYPTED : PLAIN)) throw damaged();
  const cipher = cipherOf(secret, start.subarray(MARK_BYTES, HEADER_BYTES), name);
  let index = 0;
  for await (const { bytes: frame, isLast } of chunksOf(
    withStart(start.subarray(HEADER_BYTES), bytes),
    FRAME_BYTES,
  )) {
    try {
      yield cipher.open(nonceOf(index++, isLast), frame);
    } catch {
      throw damaged();
    }
  }
}

/** Bytes of the content of a sealed object of so many bytes; null when no object has such a size. */
export function contentBytes(sealedBytes: number): number | null {
  const frames = sealedBytes - HEADER_BYTES;
  if (frames < TAG_BYTES) return null;
  const rest = frames % FRAME_BYTES;
  if (rest > 0 && rest < TAG_BYTES) return null;
  return frames - Math.ceil(frames / FRAME_BYTES) * TAG_BYTES;
}

/** Of an object's frames: their place, and whether the object ends there. */
function nonceOf(index: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeUIntBE(index, 5, 6);
  nonce.writeUInt8(isLast ? 1 : 0, NONCE_BYTES - 1);
  return nonce;
}

function cipherOf(secret: Buffer | null, salt: Buffer, name: string): FrameCipher {
  return secret
    ? encryption(Buffer.from(hkdfSync('sha256', secret, salt, `object\0${name}`, 32)))
    : checksums(Buffer.concat([salt, Buffer.from(`${name}\0`)]));
}

const encryption = (key: Buffer): FrameCipher => ({
  seal(nonce, chunk) {
    const cipher = createCipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    return [cipher.update(chunk), cipher.final(), cipher.getAuthTag()];
  },
  open(nonce, frame) {
    const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES });
    decipher.setAuthTag(frame.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(frame.subarray(0, -TAG_BYTES)), decipher.final()]);
  },
});

const checksums = (prefix: Buffer): FrameCipher => {
  const tagOf = (nonce: Buffer, chunk: Buffer) =>
    createHash('sha256').update(prefix).update(nonce).update(chunk).digest().subarray(0, TAG_BYTES);
  return {
    seal: (nonce, chunk) => [chunk, tagOf(nonce, chunk)],
    open(nonce, frame) {
      const chunk = frame.subarray(0, -TAG_BYTES);
      if (!tagOf(nonce, chunk).equals(frame.subarray(-TAG_BYTES))) throw new Error('another checksum');
      return chunk;
    },
  };
};

async function* withStart(first: Buffer, others: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield first;
  for (;;) {
    const { value, done } = await others.next();
    if (done) return;
    yield value;
  }
}
