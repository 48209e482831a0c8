import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SignedUrlOptions } from '@/app/integrations/storage/port';
import { createSignedUrl } from '@/app/integrations/storage/signed-url.server';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { type GoogleStorageServer, startGoogleStorage } from '@/tests/support/google-storage';
import { signUp, TestUser } from '@/tests/support/test-user';
import { sampleRecording } from '../transcription/recordings';
import { filesIn, logOf, rows, waitForCopies } from './data-dir';

/** Secret shared by the Celeste under test and this process, which signs alike. */
const SECRET = vi.hoisted(() => {
  const secret = 'a secret of more than thirty-two characters';
  process.env.SESSION_SECRET = secret;
  return secret;
});
const HOW: SignedUrlOptions = {
  expiresInSeconds: 60,
  contentType: 'audio/wav',
  disposition: 'inline; filename="fala.wav"',
};

/** Uploads the sample recording. @returns the path of its transcription */
async function upload(celeste: RunningCeleste, person: TestUser): Promise<string> {
  await person.upload({ name: 'reunião.wav', bytes: sampleRecording() });
  const [row] = await rows(celeste, 'SELECT public_id FROM transcriptions ORDER BY id DESC LIMIT 1');
  return `/transcriptions/${row!.public_id}`;
}

describe('a signed URL of a file on disk', () => {
  let celeste: RunningCeleste;
  let key: string;

  beforeAll(async () => {
    celeste = await startCeleste({ command: 'web', env: { SESSION_SECRET: SECRET } });
    await upload(celeste, await signUp(celeste));
    [key] = (await filesIn(celeste)) as [string];
  });

  afterAll(() => celeste.stop());

  const ask = (address: string, init: RequestInit = {}) => fetch(celeste.address + address, init);

  it('serves the file, whole or by range, without a session', async () => {
    const address = createSignedUrl(key, HOW);
    const whole = await ask(address);
    expect(whole.status).toBe(200);
    expect(whole.headers.get('Content-Type')).toBe('audio/wav');
    expect(whole.headers.get('Content-Disposition')).toBe('inline; filename="fala.wav"');
    expect(Buffer.from(await whole.arrayBuffer()).equals(sampleRecording())).toBe(true);
    const part = await ask(address, { headers: { Range: 'bytes=100-199' } });
    expect(part.status).toBe(206);
    expect(part.headers.get('Content-Range')).toBe(`bytes 100-199/${sampleRecording().length}`);
    expect(Buffer.from(await part.arrayBuffer()).equals(sampleRecording().subarray(100, 200))).toBe(true);
    const head = await ask(address, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([
      200,
      String(sampleRecording().length),
    ]);
  });

  it('is rejected when expired, altered, or for another purpose', async () => {
    expect((await ask(createSignedUrl(key, HOW, Date.now() - 61_000))).status).toBe(403);
    const address = new URL(createSignedUrl(key, HOW), celeste.address);
    for (const name of address.searchParams.keys()) {
      const altered = new URL(address);
      altered.searchParams.set(name, `${address.searchParams.get(name)}1`);
      expect([name, (await fetch(altered)).status]).toEqual([name, 403]);
      altered.searchParams.delete(name);
      expect([name, (await fetch(altered)).status]).toEqual([name, 403]);
    }
    const other = new URL(address);
    other.pathname = '/files/recordings/another';
    expect((await fetch(other)).status).toBe(403);
    expect((await ask(`/files/${key}`)).status).toBe(403);
    expect((await ask('/files/..%2f..%2fceleste.sqlite')).status).toBe(403);
    for (const method of ['PUT', 'POST', 'DELETE']) {
      const headers = { Origin: celeste.address };
      expect([403, 405]).toContain((await fetch(address, { method, headers })).status);
    }
    expect((await fetch(address)).status).toBe(200);
  });

  it('reports a deleted file only with a valid signature', async () => {
    expect((await ask(createSignedUrl('recordings/gone', HOW))).status).toBe(404);
  });

  it('is not logged', async () => {
    const log = await logOf(celeste);
    expect(log).toContain('"path":"/files/…"');
    expect(log).not.toMatch(/signature|recordings\//);
  });

  it('is not needed for playback: the recording comes from its own route', async () => {
    const person = await signUp(celeste);
    const own = await upload(celeste, person);
    const answer = await person.request(`${own}/audio`, { headers: { Range: 'bytes=0-3' } });
    expect([answer.status, answer.body]).toEqual([206, 'RIFF']);
    expect((await person.get(own)).headers.get('Content-Security-Policy')).toContain(
      "media-src 'self' blob:;",
    );
  });
});

describe('a recording in a bucket', () => {
  let google: GoogleStorageServer;
  let celeste: RunningCeleste;
  let owner: TestUser;
  let own: string;

  beforeAll(async () => {
    google = await startGoogleStorage();
    celeste = await startCeleste({
      env: {
        STORAGE_URL: `gs://${google.bucket}`,
        STORAGE_API_ENDPOINT: google.address,
        GOOGLE_APPLICATION_CREDENTIALS: google.keyFile,
      },
    });
    owner = await signUp(celeste);
    own = await upload(celeste, owner);
    await waitForCopies(celeste);
  });

  afterAll(async () => {
    await celeste.stop();
    await google.stop();
  });

  it('is stored only there, with its copies, and transcribed from there', async () => {
    expect(await filesIn(celeste)).toEqual([]);
    expect([...google.objects.keys()].map((name) => name.replace(/recordings\/[\w-]+/, 'R')).sort()).toEqual([
      ...['R', 'copies/R/clear', 'copies/R/light', 'copies/R/peaks'],
    ]);
    expect((await owner.get('/readyz')).status).toBe(200);
  });

  it('is played from there by its owner, by range, for twelve hours', async () => {
    const { status, location, headers } = await owner.get(`${own}/audio?copy=clear`);
    expect([status, headers.get('Cache-Control')]).toEqual([302, 'private, no-store']);
    const address = new URL(location!);
    expect(address.origin).toBe(google.address);
    expect(address.searchParams.get('X-Goog-Expires')).toBe('43200');
    const part = await fetch(address, { headers: { Range: 'bytes=216-431' } });
    expect([part.status, part.headers.get('Content-Type')]).toEqual([206, 'audio/mpeg']);
    expect(part.headers.get('Content-Disposition')).toMatch(/^inline; filename="reuniao\.mp3"/);
    expect((await part.arrayBuffer()).byteLength).toBe(216);
    const head = await owner.request(`${own}/audio`, { method: 'HEAD' });
    expect([head.status, head.headers.get('Content-Length')]).toEqual([
      200,
      String(sampleRecording().length),
    ]);
  });

  it("is allowed by the page's CSP, and no other Google path is", async () => {
    const policy = (await owner.get(own)).headers.get('Content-Security-Policy')!;
    expect(policy).toContain(`media-src 'self' blob: ${google.address}/${google.bucket}/;`);
    expect(policy).toContain(`connect-src 'self' ${google.address}/upload/storage/v1/b/${google.bucket}/o;`);
  });

  it('is per user: no signed URL of one user opens a file of another', async () => {
    const stranger = await signUp(celeste);
    const theirs = await upload(celeste, stranger);
    expect((await stranger.get(`${own}/audio`)).status).toBe(404);
    expect((await new TestUser(celeste.address).get(`${own}/audio`)).status).toBe(302);
    expect((await new TestUser(celeste.address).get(`${own}/audio`)).location).toMatch(/^\/login/);
    const [mine, other] = [await owner.get(`${own}/audio`), await stranger.get(`${theirs}/audio`)];
    const crossed = new URL(mine.location!);
    crossed.pathname = new URL(other.location!).pathname;
    expect((await fetch(mine.location!)).status).toBe(200);
    expect((await fetch(other.location!)).status).toBe(200);
    expect((await fetch(crossed)).status).toBe(403);
    expect((await fetch(`${google.address}${crossed.pathname}`)).status).toBe(403);
  });

  it('is shared from there too', async () => {
    const made = await owner.post(`${own}/share`, { intent: 'create', days: '7', audio: 'on' });
    const link = /shared\/[\w-]+/.exec((await owner.get(made.location!)).body)![0];
    const answer = await new TestUser(celeste.address).get(`/${link}/audio`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('Referrer-Policy')).toBe('no-referrer');
    expect((await fetch(answer.location!)).status).toBe(200);
  });

  it('has no signed URL in any log, also when the bucket fails', async () => {
    google.faultOf = () => 'unavailable';
    expect((await owner.get('/readyz')).status).toBe(503);
    google.faultOf = () => null;
    const key = JSON.parse(await readFile(google.keyFile, 'utf8')) as { private_key: string };
    const log = (await logOf(celeste)) + celeste.output();
    expect(log).toContain('"path":"/transcriptions/');
    expect(log).not.toMatch(/X-Goog|upload_id|recordings\/|Bearer/i);
    expect(log).not.toContain(google.address);
    expect(log).not.toContain(key.private_key.slice(40, 80));
  });
});
