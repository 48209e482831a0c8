import { once } from 'node:events';
import { readdir, readFile, readlink, truncate } from 'node:fs/promises';
import http, { type IncomingMessage } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { unzip } from '@/tests/support/zip';
import { silence } from '../transcription/recordings';
import { rows } from './data-dir';

const PATIENCE = { timeout: 30_000 };
/** Without a read, after which the server waits for the browser. */
const STILL_MS = 300;
/** Of a browser, in which the server fills all buffers. */
const PAUSE_MS = 300;

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
});

afterAll(() => celeste.stop());

/** A response that is read only on request. */
async function slowly(person: TestUser, address: string): Promise<IncomingMessage> {
  const request = http.get(celeste.address + address, { headers: { Cookie: person.cookieHeader() } });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  return response.pause();
}

/** A user with one large recording. */
async function withLargeRecording(): Promise<{ person: TestUser; file: string; audio: string }> {
  const person = await signUp(celeste);
  await person.upload({ name: 'longa.wav', bytes: silence(1) });
  const [row] = await rows(celeste, 'SELECT * FROM transcriptions ORDER BY id DESC LIMIT 1');
  const file = path.join(celeste.dataDir, 'storage', String(row!.storage_key));
  await truncate(file, 600 * 1024 ** 2);
  return { person, file, audio: `/transcriptions/${row!.public_id}/audio` };
}

/** Pids of the server and of its child process for downloads. */
async function processes(): Promise<string[]> {
  const pid = String(celeste.process.pid);
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  return [pid, ...children.trim().split(/\s+/).filter(Boolean)];
}

async function openFiles(): Promise<string[]> {
  const folders = (await processes()).map((pid) => `/proc/${pid}/fd`);
  const files = await Promise.all(
    folders.map(async (folder) => {
      const links = await readdir(folder);
      return Promise.all(links.map((link) => readlink(path.join(folder, link)).catch(() => '')));
    }),
  );
  return files.flat();
}

async function mbRead(): Promise<number> {
  let bytes = 0;
  for (const pid of await processes()) {
    bytes += Number(/rchar: (\d+)/.exec(await readFile(`/proc/${pid}/io`, 'utf8'))![1]);
  }
  return bytes / 1024 ** 2;
}

/** Bytes that the server reads until it stops reading. */
async function mbReadUntilStill(from: number): Promise<number> {
  for (let last = from; ; ) {
    await sleep(STILL_MS);
    const now = await mbRead();
    if (now - last < 1) return now - from;
    last = now;
  }
}

describe('backpressure of a slow browser', () => {
  it.each(['data', 'audio'])(
    'limits reading from disk, and stops it when the browser disconnects: %s',
    async (what) => {
      const { person, file, audio } = await withLargeRecording();
      // The child process for downloads has started, and has read its own code.
      await (await signUp(celeste)).get('/account/data/download');
      const before = await mbRead();
      const pids = await processes();
      const response = await slowly(person, what === 'audio' ? audio : '/account/data/download');
      await expect.poll(openFiles, PATIENCE).toContain(file);
      expect(await mbReadUntilStill(before)).toBeLessThan(64);
      expect(await openFiles()).toContain(file);
      response.destroy();
      await expect.poll(openFiles, PATIENCE).not.toContain(file);
      expect(await processes()).toEqual(pids);
      expect((await mbRead()) - before).toBeLessThan(64);
      expect((await person.get('/account')).status).toBe(200);
    },
  );

  it('delivers the whole body to a browser that pauses', async () => {
    const { person, file } = await withLargeRecording();
    await truncate(file, 30 * 1024 ** 2);
    const response = await slowly(person, '/account/data/download');
    await sleep(PAUSE_MS);
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    expect(unzip(Buffer.concat(chunks)).get('recordings/longa.wav')).toHaveLength(30 * 1024 ** 2);
  });
});
