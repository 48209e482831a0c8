import { rename } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { SLOW } from '@/tests/support/until';
import { change, filesIn, waitForCopies } from '../platform/data-dir';
import { linksOf, textOf, typedIn } from '../platform/page';
import { sampleRecording } from '../transcription/recordings';

let celeste: RunningCeleste;
let owner: TestUser;
/** Path of the owner's finished transcription, with its copies. */
let own: string;

beforeAll(async () => {
  celeste = await startCeleste();
  owner = await signUp(celeste);
  await owner.upload({ name: 'reunião.wav', bytes: sampleRecording() });
  own = await waitForCopies(celeste);
});

afterAll(() => celeste.stop());

/** Source of the page's audio player. */
const played = (body: string) => /<audio[^>]* src="([^"]*)"/.exec(body)?.[1];
const page = (query = '', headers: Record<string, string> = {}) =>
  owner.request(`${own}${query}`, { headers }).then(({ body }) => body);

it('is played from a copy, and downloaded as the original', async () => {
  expect(played(await page())).toBe(`${own}/audio?copy=clear`);
  const copy = await fetch(`${celeste.address}${own}/audio?copy=clear`, {
    headers: { Cookie: owner.cookieHeader(), Range: 'bytes=216-431' },
  });
  expect(copy.status).toBe(206);
  expect(copy.headers.get('Content-Type')).toBe('audio/mpeg');
  expect(Buffer.from(await copy.arrayBuffer()).readUInt16BE(0)).toBe(0xfff3);
  const links = linksOf((await owner.get(`${own}/download`)).body);
  expect(links).toContain(`${own}/audio?download=original`);
  const original = await owner.get(`${own}/audio?download=original`);
  expect(original.headers.get('Content-Length')).toBe(String(sampleRecording().length));
});

it('is downloaded as MP3 too, under the title', async () => {
  const { body } = await owner.get(`${own}/download`);
  expect(linksOf(body)).toContain(`${own}/audio?download=mp3`);
  expect(textOf(body)).toMatch(/Áudio \(MP3\)\s*Áudio original \(WAV\)/);
  const title = 'reuni%C3%A3o';
  for (const [wanted, extension, type] of [
    ['mp3', 'mp3', 'audio/mpeg'],
    ['original', 'wav', 'audio/wav'],
  ]) {
    const { headers } = await owner.get(`${own}/audio?download=${wanted}`);
    expect(headers.get('Content-Type')).toBe(type);
    expect(headers.get('Content-Disposition')).toMatch(/^attachment;/);
    expect(headers.get('Content-Disposition')).toContain(`UTF-8''${title}.${extension}`);
  }
});

it('says on the page of the downloads, also of a document, when the audio cannot be read', async () => {
  const fields = { template: 'copy', transcription: own.split('/').at(-1)! };
  const document = (await owner.post('/documents/new', fields)).location!.split('?')[0]!;
  const links = linksOf((await owner.get(`${document}/download`)).body);
  const copy = `${own}/audio?download=mp3&document=${document.split('/').at(-1)}`;
  expect(links).toEqual(expect.arrayContaining([copy, copy.replace('mp3', 'original')]));
  const file = (await filesIn(celeste)).find((name) => name.endsWith('clear'))!;
  const [kept, away] = [file, `${file}.away`].map((name) => path.join(celeste.dataDir, 'storage', name));
  await rename(kept!, away!);
  for (const [address, page] of [
    [`${own}/audio?download=mp3`, own],
    [copy, document],
  ]) {
    const { location } = await owner.get(address!);
    expect(location).toBe(`${page}/download?failed=audio`);
    const { body } = await owner.get(location!);
    expect(textOf(body)).toContain('Erro ao exportar o áudio da transcrição!');
    expect(linksOf(body)).toContain(address);
  }
  await rename(away!, kept!);
});

it('is the light copy with Save-Data or on request', async () => {
  expect(played(await page('', { 'Save-Data': 'on' }))).toBe(`${own}/audio?copy=light`);
  expect(await page()).toContain(`data-light="${own}/audio?copy=light"`);
  expect(linksOf(await page())).toContain('?audio=light');
  const chosen = await page('?audio=light&t=12.3');
  expect(played(chosen)).toBe(`${own}/audio?copy=light#t=12.3`);
  expect(played(await page())).toBe(`${own}/audio?copy=light`);
  expect(await page()).not.toContain('data-light');
  expect(played(await page('?audio=clear', { 'Save-Data': 'on' }))).toBe(`${own}/audio?copy=clear`);
  expect(played(await page('?audio=loud'))).toBe(`${own}/audio?copy=clear`);
});

it('is a 404 for other users, and for an unknown copy', async () => {
  const stranger = await signUp(celeste);
  for (const query of ['', '?copy=clear', '?copy=light', '?download=mp3', '?download=original']) {
    expect((await stranger.get(`${own}/audio${query}`)).status).toBe(404);
  }
  await change(celeste, 'UPDATE transcriptions SET copied_at = NULL');
  expect(played(await page())).toBe(`${own}/audio`);
  expect((await owner.get(`${own}/audio?copy=clear`)).status).toBe(404);
  expect((await owner.get(`${own}/audio?download=mp3`)).status).toBe(404);
  expect(linksOf((await owner.get(`${own}/download`)).body)).not.toContain(`${own}/audio?download=mp3`);
  await change(celeste, `UPDATE transcriptions SET copied_at = '2026-01-01 00:00:00.000 +00:00'`);
});

it('is shared as a copy too', async () => {
  const made = await owner.post(`${own}/share`, { intent: 'create', days: '7', audio: 'on' });
  const link = /shared\/[\w-]+/.exec((await owner.get(made.location!)).body)![0];
  const { body } = await owner.get(`/${link}`);
  expect(played(body)).toBe(`/${link}/audio?copy=clear`);
  expect((await owner.get(`/${link}/audio?copy=light`)).status).toBe(200);
});

it('is deleted after the retention period, and the text stays', async () => {
  const fields = { intent: 'profile', name: 'Ana', lang: 'pt', notices: 'on', audioDays: '30' };
  expect((await owner.post('/account', fields)).status).toBe(303);
  expect((await owner.get('/account')).body).toMatch(/<option value="30" selected/);
  expect(typedIn((await owner.get('/account')).body, 'name')).toBe('Ana');
  expect((await owner.post('/account', { ...fields, audioDays: '31' })).status).toBe(400);
  await change(celeste, `UPDATE transcriptions SET finished_at = '2020-01-01 00:00:00.000 +00:00'`);
  await change(
    celeste,
    `INSERT INTO jobs (name, payload, status, attempts, run_at, fence, created_at, updated_at)
     VALUES ('retention', '{}', 'waiting', 0, '2020-01-01', 0, '2020-01-01', '2020-01-01')`,
  );
  await expect.poll(() => filesIn(celeste), SLOW).toEqual([]);
  const body = await page();
  expect(textOf(body)).toContain('O áudio desta transcrição foi apagado. O texto foi mantido.');
  expect(played(body)).toBeUndefined();
  expect((await owner.get(`${own}/audio`)).status).toBe(404);
  const download = await owner.get(`${own}/download`);
  expect(textOf(download.body)).toContain('Oops! O áudio da transcrição não foi definido.');
  expect((await owner.get(`${own}/export.txt?layout=degravacao`)).body).toMatch(
    /SHA-256 do áudio: [\da-f]{64}/,
  );
});
