import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { diskStorage } from '@/app/integrations/storage/disk.server';
import { googleStorage } from '@/app/integrations/storage/google.server';
import type { ObjectStorage } from '@/app/integrations/storage/port';
import { verifySignedUrl } from '@/app/integrations/storage/signed-url.server';
import { type GoogleStorageServer, startGoogleStorage } from '../../support/google-storage';
import { flakyConnection } from './flaky-connection';

const HOUR_MS = 3_600_000;
/** More than is buffered in memory per transfer. */
const LARGE = 9 * 1024 * 1024 + 77;

/** A storage with test-only operations. */
interface Opened {
  storage: ObjectStorage;
  /** Names of stored objects, including unfinished ones. */
  stored(): Promise<string[]>;
  /** Sets back an object's modification time. */
  age(key: string, ms: number): Promise<void>;
  /** Opens a signed URL as a browser does, `later` in milliseconds. */
  follow(address: string, later?: number): Promise<{ status: number; body: string }>;
}

let google: GoogleStorageServer;

beforeAll(async () => {
  google = await startGoogleStorage();
});

afterAll(() => google.stop());

async function openDisk(): Promise<Opened> {
  const root = await mkdtemp(path.join(inject('runFolder'), 'storage-'));
  const storage = diskStorage(root);
  return {
    storage,
    async stored() {
      const entries = await readdir(root, { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
    },
    age(key, ms) {
      const then = new Date(Date.now() - ms);
      return utimes(path.join(root, key), then, then);
    },
    async follow(address, later = 0) {
      const signed = verifySignedUrl(new URL(address, 'http://localhost'), Date.now() + later);
      return signed ? { status: 200, body: await text(storage.read(signed.key)) } : { status: 403, body: '' };
    },
  };
}

async function openGoogle(): Promise<Opened> {
  google.objects.clear();
  google.faultOf = () => null;
  const { address: apiEndpoint, bucket, keyFile, objects } = google;
  const temporaryFolder = await mkdtemp(path.join(inject('runFolder'), 'temporary-'));
  return {
    storage: googleStorage({ apiEndpoint, bucket, keyFile, temporaryFolder, maxBackOffMs: 5 }),
    stored: async () => [...objects.keys()],
    async age(key, ms) {
      objects.get(key)!.timeCreated -= ms;
    },
    async follow(address, later = 0) {
      google.clockMs = later;
      const answer = await fetch(address);
      google.clockMs = 0;
      return { status: answer.status, body: await answer.text() };
    },
  };
}

async function openGoogleOnFlakyConnection(): Promise<Opened> {
  const opened = await openGoogle();
  google.faultOf = flakyConnection(20_261_121);
  return opened;
}

const adapters = [
  { name: 'disk', open: openDisk },
  { name: 'Google', open: openGoogle },
  { name: 'Google on a bad line', open: openGoogleOnFlakyConnection },
];

describe.each(adapters)('storage on $name', ({ open }) => {
  let storage: ObjectStorage;
  let stored: Opened['stored'];
  let age: Opened['age'];
  let follow: Opened['follow'];

  beforeEach(async () => {
    ({ storage, stored, age, follow } = await open());
  });

  const put = (key: string, content: string | Buffer, maxBytes = 1_000_000) =>
    storage.put(key, Readable.from([content]), { maxBytes });

  it('stores and reads an object', async () => {
    const content = randomBytes(300_000);
    expect(await put('recordings/a-1_B', content)).toEqual({ bytes: content.length });
    expect(await storage.size('recordings/a-1_B')).toBe(content.length);
    expect(await buffer(storage.read('recordings/a-1_B'))).toEqual(content);
    const digest = await storage.withLocalFile('recordings/a-1_B', async (file) =>
      digestOf(await readFile(file)),
    );
    expect(digest).toBe(digestOf(content));
  });

  it('reads an object larger than its buffer, and ranges of it', async () => {
    const content = randomBytes(LARGE);
    const chunks = Array.from({ length: Math.ceil(LARGE / 65_536) }, (_, index) =>
      content.subarray(index * 65_536, (index + 1) * 65_536),
    );
    await storage.put('a', Readable.from(chunks), { maxBytes: LARGE });
    expect(digestOf(await buffer(storage.read('a')))).toBe(digestOf(content));
    const range = { start: 300_000, end: 7_000_000 };
    expect(digestOf(await buffer(storage.read('a', range)))).toBe(
      digestOf(content.subarray(300_000, 7_000_001)),
    );
    const digest = await storage.withLocalFile('a', async (file) => digestOf(await readFile(file)));
    expect(digest).toBe(digestOf(content));
    expect(await stored()).toEqual(['a']);
  });

  it('stores and reads an empty object', async () => {
    expect(await put('a', '')).toEqual({ bytes: 0 });
    expect(await storage.size('a')).toBe(0);
    expect(await text(storage.read('a'))).toBe('');
    expect(await storage.withLocalFile('a', (file) => readFile(file, 'utf8'))).toBe('');
  });

  it('replaces an object', async () => {
    await put('a', 'old');
    await put('a', 'and new');
    expect(await text(storage.read('a'))).toBe('and new');
  });

  it('returns a null size for a missing object, and rejects a read of it', async () => {
    expect(await storage.size('recordings/nothing')).toBeNull();
    await expect(text(storage.read('recordings/nothing'))).rejects.toThrow();
  });

  it('reads inclusive ranges', async () => {
    await put('a', '0123456789');
    expect(await text(storage.read('a', { start: 0, end: 0 }))).toBe('0');
    expect(await text(storage.read('a', { start: 3, end: 6 }))).toBe('3456');
    expect(await text(storage.read('a', { start: 8, end: 9 }))).toBe('89');
  });

  it('shows an object only when it is complete', async () => {
    let whileArriving: number | null | undefined;
    const body = Readable.from(
      (async function* () {
        yield Buffer.alloc(200_000);
        whileArriving = await storage.size('a');
        yield 'end';
      })(),
    );
    await storage.put('a', body, { maxBytes: 1_000_000 });
    expect(whileArriving).toBeNull();
    expect(await storage.size('a')).toBe(200_003);
  });

  it('accepts an object of exactly the limit, and leaves nothing of a larger one', async () => {
    await put('a', Buffer.alloc(1000), 1000);
    await expect(put('b', Buffer.alloc(1001), 1000)).rejects.toMatchObject({ code: 'media.too-large' });
    expect(await storage.size('b')).toBeNull();
    expect(await stored()).toEqual(['a']);
  });

  it('stops reading a body beyond the limit', async () => {
    let chunks = 0;
    const body = Readable.from(
      (function* () {
        for (; chunks < 10_000; chunks += 1) yield Buffer.alloc(65_536);
      })(),
    );
    await expect(storage.put('a', body, { maxBytes: 100_000 })).rejects.toMatchObject({
      code: 'media.too-large',
    });
    expect(body.destroyed).toBe(true);
    expect(chunks).toBeLessThan(100);
  });

  it('leaves nothing of a body that breaks off', async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.alloc(200_000);
        throw new Error('the line broke');
      })(),
    );
    await expect(storage.put('a', body, { maxBytes: 1_000_000 })).rejects.toThrow('the line broke');
    expect(await storage.size('a')).toBeNull();
    expect(await stored()).toEqual([]);
  });

  it('keeps the old object when a new one under the same key breaks off', async () => {
    await put('a', 'old');
    const body = Readable.from(
      (async function* () {
        yield 'new';
        throw new Error('the line broke');
      })(),
    );
    await expect(storage.put('a', body, { maxBytes: 100 })).rejects.toThrow('the line broke');
    expect(await text(storage.read('a'))).toBe('old');
  });

  it('receives an object in chunks, and shows it when it is complete', async () => {
    expect(await storage.receivedBytes('a')).toBe(0);
    expect(await storage.append('a', Readable.from(['0123']), 0)).toBe(4);
    expect(await storage.receivedBytes('a')).toBe(4);
    expect(await storage.append('a', Readable.from(['456789']), 4)).toBe(10);
    expect(await storage.size('a')).toBeNull();
    await expect(storage.complete('a', 11)).rejects.toThrow('bytes');
    expect(await storage.size('a')).toBeNull();
    await storage.complete('a', 10);
    await storage.complete('a', 10);
    expect(await storage.receivedBytes('a')).toBe(10);
    expect(await text(storage.read('a'))).toBe('0123456789');
    expect(await stored()).toEqual(['a']);
  });

  it('keeps the received bytes of a chunk that breaks off', async () => {
    const body = Readable.from(
      (async function* () {
        yield Buffer.alloc(100_000, 1);
        yield Buffer.alloc(100_000, 2);
        throw new Error('the line broke');
      })(),
    );
    await expect(storage.append('a', body, 0)).rejects.toThrow('the line broke');
    const received = await storage.receivedBytes('a');
    const rest = Buffer.concat([Buffer.alloc(100_000, 1), Buffer.alloc(100_000, 2), Buffer.alloc(9, 3)]);
    await storage.append('a', Readable.from([rest.subarray(received)]), received);
    await storage.complete('a', rest.length);
    expect(await buffer(storage.read('a'))).toEqual(rest);
  });

  it('receives many chunks of any length, and completes concurrent requests once', async () => {
    const content = randomBytes(200_000);
    let offset = 0;
    for (let index = 0; index < 40; index += 1) {
      const end = index === 39 ? content.length : offset + 1 + ((index * 7919) % 4001);
      expect(await storage.append('a', Readable.from([content.subarray(offset, end)]), offset)).toBe(end);
      offset = end;
    }
    expect(await storage.receivedBytes('a')).toBe(content.length);
    await Promise.all([1, 2, 3].map(() => storage.complete('a', content.length)));
    expect(digestOf(await buffer(storage.read('a')))).toBe(digestOf(content));
    expect(await stored()).toEqual(['a']);
  });

  it('removes the chunks of an unfinished object', async () => {
    await storage.append('a', Readable.from(['0123']), 0);
    await storage.remove('a');
    expect(await storage.receivedBytes('a')).toBe(0);
    expect(await stored()).toEqual([]);
  });

  it.each(['', '/a', 'a/', '../a', 'a/../b', 'a/./b', 'a//b', 'a.b', 'a\\b', 'a\0b', 'a b', 'ä', 'a\n'])(
    'rejects the key %j',
    async (key) => {
      await put('a/b', 'x');
      await expect(put(key, 'x')).rejects.toThrow('not a storage key');
      await expect(storage.size(key)).rejects.toThrow('not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('not a storage key');
      expect(() => storage.read(key)).toThrow('not a storage key');
      expect(await stored()).toHaveLength(1);
    },
  );

  it('removes objects, and ignores missing ones', async () => {
    await put('a/b', 'x');
    await storage.remove('a/b');
    await storage.remove('a/b');
    expect(await storage.size('a/b')).toBeNull();
  });

  it('lists objects older than an age', async () => {
    expect(await keysOlderThan(HOUR_MS)).toEqual([]);
    await put('old/a', 'x');
    await put('old/b', 'x');
    await put('new', 'x');
    await age('old/a', 2 * HOUR_MS);
    await age('old/b', 2 * HOUR_MS);
    expect(await keysOlderThan(HOUR_MS)).toEqual(['old/a', 'old/b']);
    expect(await keysOlderThan(3 * HOUR_MS)).toEqual([]);
  });

  it('dates an unfinished object by its newest chunk', async () => {
    await storage.append('old/a', Readable.from(['0123']), 0);
    for (const name of await stored()) await age(nameOf(name), 2 * HOUR_MS);
    expect(await keysOlderThan(HOUR_MS)).toEqual(['old/a']);
    await storage.append('old/a', Readable.from(['4567']), 4);
    expect(await keysOlderThan(HOUR_MS)).toEqual([]);
  });

  describe('a signed URL', () => {
    const options = {
      expiresInSeconds: 60,
      contentType: 'audio/mpeg',
      disposition: `inline; filename="a's, b"`,
    };

    it('gives access to its object until it expires', async () => {
      await put('recordings/a', 'what was said');
      const address = await storage.signedUrl('recordings/a', options);
      expect(await follow(address)).toEqual({ status: 200, body: 'what was said' });
      expect(await follow(address, 55_000)).toMatchObject({ status: 200 });
      const { status, body } = await follow(address, 61_000);
      expect([400, 403]).toContain(status);
      expect(body).not.toContain('said');
    });

    it('gives no access to another object, or when any part of it is altered', async () => {
      await put('recordings/a', 'mine');
      await put('recordings/b', 'not mine');
      const address = new URL(await storage.signedUrl('recordings/a', options), 'http://localhost');
      const base = address.origin === 'http://localhost' ? '' : address.origin;
      const refuses = async (altered: URL) => {
        expect(altered.href).not.toBe(address.href);
        const { status } = await follow(base + altered.pathname + altered.search);
        expect([altered.search, [400, 403].includes(status)]).toEqual([altered.search, true]);
      };
      const other = new URL(address);
      other.pathname = other.pathname.replace('recordings/a', 'recordings/b');
      await refuses(other);
      for (const [name, value] of address.searchParams) {
        for (const altered of [flipped(value), `${value}0`, '']) {
          const changed = new URL(address);
          changed.searchParams.set(name, altered);
          await refuses(changed);
        }
        const without = new URL(address);
        without.searchParams.delete(name);
        await refuses(without);
      }
      expect((await follow(base + address.pathname + address.search)).body).toBe('mine');
    });
  });

  it('passes its health check', async () => {
    if (open !== openGoogleOnFlakyConnection) await storage.checkHealth();
  });

  async function keysOlderThan(ms: number): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of storage.listOlderThan(ms)) keys.push(key);
    return keys.sort();
  }
});

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** Converts a name from `stored` to a name for `age`. */
const nameOf = (name: string) => (name.endsWith('.partial') ? `old/${name}` : name);

/** Changes the first character. */
const flipped = (value: string) => (value.startsWith('1') ? '2' : '1') + value.slice(1);
