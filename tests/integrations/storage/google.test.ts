import { createHash, randomBytes } from 'node:crypto';
import { mkdtemp, readdir } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { googleStorage } from '@/app/integrations/storage/google.server';
import type { ObjectStorage } from '@/app/integrations/storage/port';
import { type Fault, type GoogleStorageServer, startGoogleStorage } from '../../support/google-storage';

const MB = 1024 * 1024;
const ORIGIN = 'https://celeste.example.org';

let google: GoogleStorageServer;
let storage: ObjectStorage;
let temporaryFolder: string;

beforeAll(async () => {
  google = await startGoogleStorage();
});

beforeEach(async () => {
  google.objects.clear();
  google.requests.length = 0;
  google.faultOf = () => null;
  const { address: apiEndpoint, bucket, keyFile } = google;
  temporaryFolder = await mkdtemp(path.join(inject('runFolder'), 'temporary-'));
  const settings = { apiEndpoint, bucket, keyFile, temporaryFolder, maxBackOffMs: 5, silenceMs: 2_000 };
  storage = googleStorage(settings);
});

afterAll(() => google.stop());

const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const put = (key: string, content: Buffer | string, maxBytes = 100 * MB) =>
  storage.put(key, Readable.from([content]), { maxBytes });
const classOf = (key: string) => google.objects.get(key)?.storageClass;

/** Injects faults into matching requests, in turn; requests succeed when no fault is left. */
function fail(kind: (asked: { method: string; path: string }) => boolean, ...faults: Fault[]): void {
  google.faultOf = (asked) => (kind(asked) ? (faults.shift() ?? null) : null);
}

const isChunk = ({ method, path: address }: { method: string; path: string }) =>
  method === 'PUT' && address.startsWith('/upload/');

describe('an object at Google', () => {
  it('has storage class NEARLINE, whichever way it was uploaded', async () => {
    await put('small', 'x');
    await put('large', Buffer.alloc(5 * MB));
    await storage.append('pieces', Readable.from(['0123']), 0);
    expect([...google.objects].find(([name]) => name.startsWith('.parts/'))?.[1].storageClass).toBe(
      'STANDARD',
    );
    await storage.append('pieces', Readable.from([Buffer.alloc(2 * MB)]), 4);
    await storage.complete('pieces', 2 * MB + 4);
    expect(['small', 'large', 'pieces'].map(classOf)).toEqual(['NEARLINE', 'NEARLINE', 'NEARLINE']);
  });

  it('is a temporary local file for a decoder, deleted afterwards, also when the decoder fails', async () => {
    await put('a', 'x');
    const failing = storage.withLocalFile('a', async () => {
      expect(await readdir(temporaryFolder)).toHaveLength(1);
      throw new Error('no recording');
    });
    await expect(failing).rejects.toThrow('no recording');
    expect(await readdir(temporaryFolder)).toEqual([]);
  });

  it('is rejected when its checksum differs', async () => {
    await put('a', 'what was said');
    const real = google.objects.get('a')!;
    google.faultOf = ({ query }) => {
      if (query.get('alt') === 'media') real.bytes = Buffer.from('what was sand');
      return null;
    };
    await expect(storage.withLocalFile('a', async () => {})).rejects.toThrow('not what was put in');
    expect(await readdir(temporaryFolder)).toEqual([]);
  });
});

describe('a large object', () => {
  const content = randomBytes(9 * MB + 5);

  it.each<[string, Fault[]]>([
    ['503s', ['unavailable', 'unavailable']],
    ['a cut amid a piece', [{ cutRequestAfter: 3 * MB + 11 }]],
    ['cuts of which nothing arrived', [{ cutRequestAfter: 1 }, { cutRequestAfter: 200_000 }]],
    ['an answer that does not arrive', [{ cutAnswerAfter: 0 }]],
    ['less kept than was sent', [{ keepsLess: 1 }, { keepsLess: MB }, { keepsLess: 4 * MB }]],
    ['a slow answer', ['slow', 'slow']],
  ])('is complete after %s', async (_what, faults) => {
    fail(isChunk, ...faults);
    await put('a', content);
    expect(digestOf(google.objects.get('a')!.bytes)).toBe(digestOf(content));
  });

  it('is complete when the response to its last chunk is lost', async () => {
    const last = google.requests.length;
    google.faultOf = ({ headers }) =>
      String(headers['content-range']).endsWith(`/${content.length}`) && google.requests.length < last + 8
        ? { cutAnswerAfter: 0 }
        : null;
    await put('a', content);
    expect(digestOf(google.objects.get('a')!.bytes)).toBe(digestOf(content));
  });

  it('is rejected when bytes were altered in transit', async () => {
    const session = await storage.sessions!.open('a', { origin: ORIGIN, sizeBytes: 4 });
    const headers = { 'Content-Range': 'bytes 0-3/4', 'X-Goog-Hash': 'crc32c=AAAAAA==' };
    expect((await fetch(session, { method: 'PUT', headers, body: 'said' })).status).toBe(400);
    expect(await storage.size('a')).toBeNull();
  });

  it('is abandoned, without leftovers, when the storage stays unavailable', async () => {
    google.faultOf = (asked) => (isChunk(asked) ? 'unavailable' : null);
    await expect(put('a', content)).rejects.toThrow('takes no more');
    expect([...google.objects.keys()]).toEqual([]);
  });

  it('is read completely over a connection that breaks repeatedly', async () => {
    await put('a', content);
    let cuts = 0;
    google.faultOf = ({ query }) => {
      if (query.get('alt') !== 'media') return null;
      cuts += 1;
      return cuts < 12 ? { cutAnswerAfter: 700_001 } : null;
    };
    expect(digestOf(await buffer(storage.read('a')))).toBe(digestOf(content));
    expect(cuts).toBe(12);
  });

  it('is not mixed with a newer object while it is being read', async () => {
    await put('a', content);
    google.faultOf = ({ query }) => {
      if (query.get('alt') !== 'media') return null;
      google.objects.set('a', { ...google.objects.get('a')!, generation: '1' });
      return { cutAnswerAfter: 700_001 };
    };
    await expect(buffer(storage.read('a'))).rejects.toThrow('404');
  });
});

describe('a request', () => {
  it('is retried when its response breaks off', async () => {
    await put('a', 'x');
    fail(({ method }) => method === 'GET', { cutAnswerAfter: 9 });
    expect(await storage.size('a')).toBe(1);
  });

  it('is not retried when it is rejected', async () => {
    await put('a', 'x');
    const { address: apiEndpoint, keyFile } = google;
    const other = googleStorage({ apiEndpoint, keyFile, temporaryFolder, bucket: 'somebody-elses' });
    google.requests.length = 0;
    expect(await other.size('a')).toBeNull();
    await expect(other.put('a', Readable.from(['x']), { maxBytes: 9 })).rejects.toThrow('404');
    await expect(other.checkHealth()).rejects.toThrow('404');
    expect(google.requests).toHaveLength(4);
  });

  it('contains no URLs or credentials in its error', async () => {
    google.faultOf = () => 'unavailable';
    const session = { origin: ORIGIN, sizeBytes: 4 };
    for (const failing of [storage.size('secret-name'), storage.sessions!.open('secret-name', session)]) {
      const error = await failing.then(
        () => null,
        (reason: Error) => reason,
      );
      expect(error!.message).toBe('the bucket answered 503');
      expect(Object.keys(error!)).toEqual(['code']);
    }
  });
});

describe('chunks sent through our server', () => {
  it('are stored once when a response is lost', async () => {
    fail(({ path: address }) => address.startsWith('/upload/'), { cutAnswerAfter: 0 });
    expect(await storage.append('a', Readable.from(['0123']), 0)).toBe(4);
    expect(await storage.receivedBytes('a')).toBe(4);
  });

  it('are rejected when another connection sent other bytes first', async () => {
    await storage.append('a', Readable.from(['0123']), 0);
    await expect(storage.append('a', Readable.from(['45678']), 0)).rejects.toThrow('came first');
    expect(await storage.receivedBytes('a')).toBe(4);
  });

  it('are composed in requests of 32 at most, whichever responses are lost', async () => {
    const bytes = Array.from({ length: 40 }, (_, index) => Buffer.from([index]));
    for (const [index, byte] of bytes.entries()) await storage.append('a', Readable.from([byte]), index);
    const operations = ['/compose', '/rewriteTo'].flatMap((operation) => [operation, operation]);
    google.faultOf = ({ path: address }) => {
      const index = operations.findIndex((operation) => address.includes(operation));
      if (index < 0) return null;
      operations.splice(index, 1);
      return { cutAnswerAfter: 0 };
    };
    await storage.complete('a', 40);
    expect(operations).toEqual([]);
    expect(await buffer(storage.read('a'))).toEqual(Buffer.concat(bytes));
    expect([...google.objects.keys()]).toEqual(['a']);
  });
});

describe('a resumable session of a browser', () => {
  const open = (sizeBytes = 600_000) => storage.sessions!.open('recordings/a', { origin: ORIGIN, sizeBytes });
  const send = (
    session: string,
    range: string,
    body: Uint8Array<ArrayBuffer> | null = null,
    origin = ORIGIN,
  ) =>
    fetch(session, { method: 'PUT', headers: { 'Content-Range': `bytes ${range}`, Origin: origin }, body });

  it('receives the object directly, resumes after a broken connection, and reports its offset', async () => {
    google.cors = [{ origin: [ORIGIN], method: ['PUT'], responseHeader: ['Content-Range', 'Range'] }];
    const session = await open();
    const bytes = randomBytes(600_000);
    fail(isChunk, { cutRequestAfter: 300_000 });
    await expect(send(session, '0-599999/600000', bytes)).rejects.toThrow();
    const state = await send(session, '*/600000');
    expect([state.status, state.headers.get('Range')]).toEqual([308, 'bytes=0-262143']);
    expect(state.headers.get('Access-Control-Allow-Origin')).toBe(ORIGIN);
    expect(state.headers.get('Access-Control-Expose-Headers')).toContain('Range');
    expect(await storage.size('recordings/a')).toBeNull();
    const rest = await send(session, '262144-599999/600000', bytes.subarray(262_144));
    expect(rest.status).toBe(200);
    expect(await storage.size('recordings/a')).toBe(600_000);
    expect(await storage.receivedBytes('recordings/a')).toBe(600_000);
    expect(digestOf(await buffer(storage.read('recordings/a')))).toBe(digestOf(bytes));
    expect(classOf('recordings/a')).toBe('NEARLINE');
  });

  it('accepts exactly the announced number of bytes, from one origin', async () => {
    const session = await open(10);
    const eleven = randomBytes(11);
    expect((await send(session, '0-10/11', eleven)).status).toBe(400);
    expect((await send(session, '0-10/*', eleven)).status).toBe(400);
    const elsewhere = await send(session, '*/10', undefined, 'https://elsewhere.example.org');
    expect(elsewhere.headers.get('Access-Control-Allow-Origin')).toBeNull();
    expect(await storage.size('recordings/a')).toBeNull();
  });

  it('reports its offset to our server too, over an unreliable connection, until it has ended', async () => {
    const session = await open();
    const bytes = randomBytes(600_000);
    expect(await storage.sessions!.receivedBytes(session, 600_000)).toBe(0);
    await send(session, '0-262143/600000', bytes.subarray(0, 262_144));
    fail(isChunk, 'unavailable', { cutAnswerAfter: 0 }, 'unavailable');
    expect(await storage.sessions!.receivedBytes(session, 600_000)).toBe(262_144);
    await send(session, '262144-599999/600000', bytes.subarray(262_144));
    expect(await storage.sessions!.receivedBytes(session, 600_000)).toBe(600_000);
    await fetch(session, { method: 'DELETE' });
    expect(await storage.sessions!.receivedBytes(session, 600_000)).toBeNull();
    google.faultOf = () => 'unavailable';
    const error = await storage.sessions!.receivedBytes(session, 600_000).catch((reason: Error) => reason);
    expect(String(error)).toBe('Error: the bucket does not say how far an object is');
  });

  it('is rejected when the object exists', async () => {
    await put('recordings/a', 'x');
    await expect(open()).rejects.toThrow('412');
    expect(await text(storage.read('recordings/a'))).toBe('x');
  });
});
