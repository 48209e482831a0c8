import { once } from 'node:events';
import http from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { rows } from '../platform/data-dir';
import { silence } from '../transcription/recordings';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

let celeste: RunningCeleste;
let ana: TestUser & { email: string };
let bia: TestUser & { email: string };
let own: ApiClient;
let others: ApiClient;
let container: string;

beforeAll(async () => {
  celeste = await sharedCeleste('web');
  ana = await signUp(celeste);
  bia = await signUp(celeste, 'Bia Lima');
  own = new ApiClient(celeste.address, await addToken(celeste, ana));
  others = new ApiClient(celeste.address, await addToken(celeste, bia));
  const [row] = await rows(celeste, `SELECT container FROM users WHERE email = '${ana.email}'`);
  container = String(row!.container);
});

/** The signed address, at this server instead of its public address. */
async function addressOf(file = 'fala.wav'): Promise<string> {
  const { body } = await own.post('/transcription/sas', { container, path: 'audio', file });
  const { pathname, search } = new URL((body as { data: string }).data);
  return celeste.address + pathname + search;
}

const registration = (filePath = 'audio/fala.wav') => ({
  ...{ name: 'Reunião de obra', fileName: 'fala.wav', fileLanguage: 'pt', fileDuration: 9999 },
  ...{ fileFormat: 'wav', filePath },
});

describe('a file', () => {
  it('is sent to its address and registered, with the duration that the server measures', async () => {
    const bytes = silence(2);
    const sent = await fetch(await addressOf(), { method: 'PUT', body: bytes });
    expect([sent.status, await sent.text()]).toEqual([201, '']);
    expect((await others.post('/transcription', registration())).status).toBe(404);
    const { status, body } = await own.post('/transcription', registration(), {
      'Idempotency-Key': 'reuniao-1',
    });
    expect([status, body]).toEqual([
      201,
      { data: { crypto: expect.any(String), transcription_status: 'pending' } },
    ]);
    const { crypto } = (body as { data: { crypto: string } }).data;
    const found = await rows(
      celeste,
      `SELECT title, duration_ms FROM transcriptions WHERE public_id = '${crypto}'`,
    );
    expect(found).toEqual([{ title: 'Reunião de obra', duration_ms: 2000 }]);
  });

  it('is not registered before it has arrived', async () => {
    await addressOf('depois.wav');
    expect((await own.post('/transcription', registration('audio/depois.wav'))).status).toBe(409);
    expect((await own.post('/transcription', registration('audio/nunca.wav'))).status).toBe(404);
  });

  it('is sent once at a time: a second sender is told to wait, and the first one ends', async () => {
    const address = await addressOf('duas.wav');
    const bytes = silence(1);
    const first = http.request(address, { method: 'PUT', headers: { 'Content-Length': bytes.length } });
    const answered = once(first, 'response');
    first.write(bytes.subarray(0, 100));
    const publicId = new URL(address).pathname.split('/').at(-1);
    const reserved = () => rows(celeste, `SELECT size_bytes FROM uploads WHERE public_id = '${publicId}'`);
    await expect.poll(reserved).toEqual([{ size_bytes: bytes.length }]);
    expect((await fetch(address, { method: 'PUT', body: bytes })).status).toBe(429);
    first.end(bytes.subarray(100));
    const [response] = (await answered) as [http.IncomingMessage];
    expect(response.resume().statusCode).toBe(201);
    expect((await own.post('/transcription', registration('audio/duas.wav'))).status).toBe(201);
  });

  it('is refused at an address that was altered', async () => {
    const address = await addressOf('outra.wav');
    for (const [part, other] of [
      ['signature=', 'signature=0'],
      ['expires=', 'expires=9'],
    ]) {
      const sent = await fetch(address.replace(part!, other!), { method: 'PUT', body: silence(1) });
      expect(sent.status).toBe(404);
    }
  });
});

const VIDEO = {
  user_crypto: 'x',
  name: 'v',
  file_language: 'pt',
  youtube_url: 'https://youtu.be/abcdefghijk',
};

/** Bodies that name what is Ana's, or nobody's. */
const NOT_THEIRS: [string, () => object][] = [
  ['/transcription/sas', () => ({ container, path: '', file: 'a.wav' })],
  ['/transcription', () => registration('none')],
  ['/transcription/youtube', () => VIDEO],
];

describe.each(NOT_THEIRS)('%s', (path, bodyOf) => {
  it('asks for a token that is valid', async () => {
    const expired = await addToken(celeste, ana, ['write'], -1000);
    expect((await new ApiClient(celeste.address).post(path, bodyOf())).status).toBe(401);
    expect((await new ApiClient(celeste.address, expired).post(path, bodyOf())).status).toBe(401);
  });

  it('refuses a wrong body, and what belongs to nobody or another account', async () => {
    expect((await own.post(path, {})).status).toBe(400);
    expect((await others.post(path, bodyOf())).status).toBe(404);
  });
});
