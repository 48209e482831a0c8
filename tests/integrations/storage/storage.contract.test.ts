import { createHash, randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, utimes } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { beforeEach, describe, expect, inject, it } from 'vitest';
import { diskStorage } from '@/app/integrations/storage/disk.server';
import type { ObjectStorage } from '@/app/integrations/storage/port';

const HOUR_MS = 3_600_000;

const adapters = [
  {
    name: 'disk',
    async open() {
      const root = await mkdtemp(path.join(inject('runFolder'), 'storage-'));
      const filesBelow = async () => {
        const entries = await readdir(root, { recursive: true, withFileTypes: true });
        return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
      };
      const age = (key: string, ms: number) => {
        const then = new Date(Date.now() - ms);
        return utimes(path.join(root, key), then, then);
      };
      return { storage: diskStorage(root), root, stored: filesBelow, age };
    },
  },
];

describe.each(adapters)('storage on $name', ({ open }) => {
  let storage: ObjectStorage;
  let root: string;
  let stored: () => Promise<string[]>;
  let age: (key: string, ms: number) => Promise<void>;

  beforeEach(async () => {
    ({ storage, root, stored, age } = await open());
  });

  const put = (key: string, content: string | Buffer, maxBytes = 1_000_000) =>
    storage.put(key, Readable.from([content]), { maxBytes });

  it('gives back what was put in', async () => {
    const content = randomBytes(300_000);
    expect(await put('recordings/a-1_B', content)).toEqual({ bytes: content.length });
    expect(await storage.size('recordings/a-1_B')).toBe(content.length);
    expect(await buffer(storage.read('recordings/a-1_B'))).toEqual(content);
    const digest = await storage.withLocalFile('recordings/a-1_B', async (file) =>
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    );
    expect(digest).toBe(createHash('sha256').update(content).digest('hex'));
  });

  it('answers null for the size of what is not there, and rejects when it is read', async () => {
    expect(await storage.size('recordings/nothing')).toBeNull();
    await expect(text(storage.read('recordings/nothing'))).rejects.toThrow();
  });

  it('reads ranges with both ends included', async () => {
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

  it('takes an object of exactly the limit, and leaves nothing of a longer one', async () => {
    await put('a', Buffer.alloc(1000), 1000);
    await expect(put('b', Buffer.alloc(1001), 1000)).rejects.toMatchObject({ code: 'media.too-large' });
    expect(await storage.size('b')).toBeNull();
    expect(await stored()).toEqual(['a']);
  });

  it('stops reading a body that is longer than the limit', async () => {
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

  it('takes an object in pieces, and shows it when it is complete', async () => {
    expect(await storage.receivedBytes('a')).toBe(0);
    expect(await storage.append('a', Readable.from(['0123']), 0)).toBe(4);
    expect(await storage.receivedBytes('a')).toBe(4);
    expect(await storage.append('a', Readable.from(['456789']), 4)).toBe(10);
    expect(await storage.size('a')).toBeNull();
    await storage.complete('a');
    await storage.complete('a');
    expect(await storage.receivedBytes('a')).toBe(10);
    expect(await text(storage.read('a'))).toBe('0123456789');
  });

  it('keeps what arrived of a piece that breaks off', async () => {
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
    await storage.complete('a');
    expect(await buffer(storage.read('a'))).toEqual(rest);
  });

  it('removes the pieces of an object too', async () => {
    await storage.append('a', Readable.from(['0123']), 0);
    await storage.remove('a');
    expect(await storage.receivedBytes('a')).toBe(0);
    expect(await stored()).toEqual([]);
  });

  it.each(['', '/a', 'a/', '../a', 'a/../b', 'a/./b', 'a//b', 'a.b', 'a\\b', 'a\0b', 'a b', 'ä', 'a\n'])(
    'refuses the key %j',
    async (key) => {
      await mkdir(path.join(root, 'a'), { recursive: true });
      await expect(put(key, 'x')).rejects.toThrow('not a storage key');
      await expect(storage.size(key)).rejects.toThrow('not a storage key');
      await expect(storage.remove(key)).rejects.toThrow('not a storage key');
      expect(() => storage.read(key)).toThrow('not a storage key');
      expect(await stored()).toEqual([]);
    },
  );

  it('removes objects, also those that are not there', async () => {
    await put('a/b', 'x');
    await storage.remove('a/b');
    await storage.remove('a/b');
    expect(await storage.size('a/b')).toBeNull();
  });

  it('lists what has not changed for long enough', async () => {
    expect(await keysOlderThan(HOUR_MS)).toEqual([]);
    await put('old/a', 'x');
    await put('old/b', 'x');
    await put('new', 'x');
    await age('old/a', 2 * HOUR_MS);
    await age('old/b', 2 * HOUR_MS);
    expect(await keysOlderThan(HOUR_MS)).toEqual(['old/a', 'old/b']);
    expect(await keysOlderThan(3 * HOUR_MS)).toEqual([]);
  });

  async function keysOlderThan(ms: number): Promise<string[]> {
    const keys: string[] = [];
    for await (const key of storage.listOlderThan(ms)) keys.push(key);
    return keys.sort();
  }
});
