import { createHash, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { change, filesIn, logOf, rows } from '../platform/data-dir';
import { textOf } from '../platform/page';
import { silence } from '../transcription/recordings';

const TUS = { 'Tus-Resumable': '1.0.0' };

let celeste: RunningCeleste;
let person: TestUser;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web', env: { MAX_FILE_GB: '0.001' } });
  person = await signUp(celeste);
});

afterAll(() => celeste.stop());

const begun = async (file: object, by = person) =>
  (JSON.parse((await by.beginUpload(file)).body) as { address: string }).address;

const piece = (
  address: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
  by = person,
  headers: Record<string, string> = {},
) =>
  by.request(address, {
    method: 'PATCH',
    body,
    headers: {
      ...TUS,
      'Upload-Offset': String(offset),
      'Content-Type': 'application/offset+octet-stream',
      Origin: celeste.address,
      ...headers,
    },
  });

const offsetOf = async (address: string, by = person) => {
  const { status, headers } = await by.request(address, { method: 'HEAD', headers: TUS });
  return status === 200 ? Number(headers.get('Upload-Offset')) : status;
};

describe('a resumable upload', () => {
  it('resumes after an interruption, and is registered like an upload by the form', async () => {
    const bytes = silence(3);
    const address = await begun({ fileName: 'Câmara.wav', sizeBytes: bytes.length });
    expect(await offsetOf(address)).toBe(0);
    expect((await piece(address, 0, bytes.subarray(0, 1000))).status).toBe(204);
    expect(await offsetOf(address)).toBe(1000);
    const rest = await piece(address, 1000, bytes.subarray(1000));
    expect([rest.status, rest.headers.get('Upload-Offset')]).toEqual([204, String(bytes.length)]);
    const answer = await person.post(address, { language: 'es' });
    expect([answer.status, answer.location]).toEqual([303, '/transcriptions']);
    expect(textOf((await person.get('/transcriptions')).body)).toContain('Arquivo enviado para transcrição');
    const [row] = await rows(celeste, `SELECT * FROM transcriptions WHERE title = 'Câmara'`);
    expect(row).toMatchObject({ language: 'es', status: 'pending', duration_ms: 3000 });
    const kept = await readFile(path.join(celeste.dataDir, 'storage', String(row!.storage_key)));
    expect(sha256(kept)).toBe(sha256(bytes));
  });

  it("redirects a second tab with the same upload to the first one's result", async () => {
    const bytes = silence(2);
    const address = await begun({ fileName: 'Duas abas.wav', sizeBytes: bytes.length });
    await piece(address, 0, bytes);
    await person.post(address, { language: 'pt' });
    await person.get('/transcriptions');
    const session = await person.post(`${address}/session`);
    expect([session.status, session.body]).toEqual([200, 'null']);
    expect(await offsetOf(address)).toBe(bytes.length);
    const answer = await person.post(address, { language: 'pt' });
    expect([answer.status, answer.location]).toEqual([303, '/transcriptions']);
    expect(textOf((await person.get('/transcriptions')).body)).toContain('Arquivo enviado para transcrição');
    expect(await rows(celeste, `SELECT id FROM transcriptions WHERE title = 'Duas abas'`)).toHaveLength(1);
    expect((await (await signUp(celeste)).post(address, { language: 'pt' })).status).toBe(404);
  });

  it.each([
    [
      'too large a file',
      { sizeBytes: 2_000_000 },
      413,
      'O arquivo é grande demais. O limite é de 0,001\u00a0GB.',
    ],
    ['an unknown ending', { fileName: 'fala.exe' }, 415, 'Formato de arquivo não suportado'],
    ['an empty file', { sizeBytes: 0 }, 400, 'Arquivo inválido ou corrompido'],
    [
      'a NUL in its name',
      { fileName: 'fala\0.wav' },
      400,
      'O nome do arquivo tem um caractere inválido. Renomeie o arquivo e envie de novo.',
    ],
  ])('rejects %s before a byte of it was sent', async (_what, file, status, message) => {
    const answer = await person.beginUpload(file);
    expect([answer.status, answer.body]).toEqual([status, `${message}\n`]);
  });

  it.each([
    ['a "fala" %22de%22 Ana.wav', 'a "fala" %22de%22 Ana.wav'],
    ['linha\r\nDois\t3.wav', 'linha Dois 3.wav'],
    ['a\\"b\\".wav', '".wav'],
    [`${'🎤'.repeat(2000)}.wav`, `${'🎤'.repeat(251)}.wav`],
  ])('keeps the name of %j', async (fileName, kept) => {
    const address = await begun({ fileName });
    const [row] = await rows(celeste, 'SELECT file_name FROM uploads ORDER BY id DESC LIMIT 1');
    expect(row).toEqual({ file_name: kept });
    await person.request(address, { method: 'DELETE', headers: { ...TUS, Origin: celeste.address } });
  });

  it.each([{ sizeBytes: 'many' }, { sizeBytes: -1 }, { fingerprint: 7 }, { fileName: '' }])(
    'rejects invalid requests: %j',
    async (file) => {
      expect((await person.beginUpload(file)).status).toBe(400);
    },
  );

  it('accepts neither more bytes than announced nor a wrong offset', async () => {
    const address = await begun({ sizeBytes: 100 });
    expect((await piece(address, 0, new Uint8Array(101))).status).toBe(413);
    expect((await piece(address, 1, new Uint8Array(10))).status).toBe(409);
    expect((await piece(address, -1, new Uint8Array(10))).status).toBe(400);
    expect((await piece(address, 0, new Uint8Array(10))).status).toBe(204);
    expect((await piece(address, 0, new Uint8Array(10))).status).toBe(409);
    expect(await offsetOf(address)).toBe(10);
  });

  it('goes to our server without a bucket', async () => {
    const { status, body } = await person.post(`${await begun({})}/session`);
    expect([status, body]).toEqual([200, 'null']);
  });

  it('rejects an invalid file with its message, and deletes it', async () => {
    const before = await filesIn(celeste);
    const address = await begun({ fileName: 'fala.mp3', sizeBytes: 100 });
    await piece(address, 0, new Uint8Array(100));
    const { status, body } = await person.post(address, { language: 'pt' });
    expect([status, body]).toEqual([400, 'Arquivo inválido ou corrompido\n']);
    expect(await filesIn(celeste)).toEqual(before);
    expect(await offsetOf(address)).toBe(404);
  });

  it('can be discarded', async () => {
    const before = await filesIn(celeste);
    const address = await begun({ sizeBytes: 100 });
    await piece(address, 0, new Uint8Array(10));
    const headers = { ...TUS, Origin: celeste.address };
    expect((await person.request(address, { method: 'DELETE', headers })).status).toBe(204);
    expect(await filesIn(celeste)).toEqual(before);
    expect(await offsetOf(address)).toBe(404);
  });
});

describe('an interrupted upload', () => {
  it('is shown on the upload pages until it is discarded there', async () => {
    const uploader = await signUp(celeste);
    const address = await begun({ fileName: 'Sessão <b>.wav' }, uploader);
    await piece(address, 0, new Uint8Array(43), uploader);
    for (const page of ['/transcriptions', '/dashboard']) {
      const text = textOf((await uploader.get(page)).body);
      expect(text).toMatch(/Envio interrompido .*Sessão <b>\.wav : 43% de 100 B já chegaram\./);
    }
    const headers = { Referer: `${celeste.address}/transcriptions?limit=12`, Origin: celeste.address };
    const form = { method: 'POST', body: new URLSearchParams(), headers };
    expect((await person.request(`${address}/discard`, form)).status).toBe(404);
    const { status, location } = await uploader.request(`${address}/discard`, form);
    expect([status, location]).toEqual([303, '/transcriptions?limit=12']);
    expect(textOf((await uploader.get('/transcriptions')).body)).not.toContain('Envio interrompido');
    expect(await offsetOf(address, uploader)).toBe(404);
  });
});

describe('uploads of other users', () => {
  let address: string;

  beforeAll(async () => {
    address = await begun({ sizeBytes: 100 });
    await piece(address, 0, new Uint8Array(10));
  });

  it.each(['another tenant', 'nobody'])('are a 404 for %s', async (who) => {
    const other = who === 'nobody' ? new TestUser(celeste.address) : await signUp(celeste);
    const refused = who === 'nobody' ? [302, 303] : [404];
    const headers = { ...TUS, Origin: celeste.address };
    const answers = [
      await other.request(address, { method: 'HEAD', headers: TUS }),
      await other.get(address),
      await piece(address, 10, new Uint8Array(10), other),
      await other.request(address, { method: 'DELETE', headers }),
      await other.post(address, { language: 'pt' }),
      await other.post(`${address}/session`),
    ];
    for (const { status } of answers) expect(refused).toContain(status);
    expect(await offsetOf(address)).toBe(10);
  });

  it('are rejected cross-site', async () => {
    const foreign = { Origin: 'https://attacker.example' };
    expect((await person.beginUpload({}, foreign)).status).toBe(403);
    expect((await piece(address, 10, new Uint8Array(10), person, foreign)).status).toBe(403);
    const erase = { method: 'DELETE', headers: { ...TUS, ...foreign } };
    expect((await person.request(address, erase)).status).toBe(403);
    const form = new URLSearchParams({ submissionId: randomUUID(), language: 'pt' });
    const answer = await person.request(address, { method: 'POST', body: form, headers: foreign });
    expect(answer.status).toBe(403);
    expect(await offsetOf(address)).toBe(10);
    const session = await person.request(`${address}/session`, { method: 'POST', headers: foreign });
    expect(session.status).toBe(403);
    const head = await person.request(address, { method: 'HEAD', headers: { ...TUS, ...foreign } });
    expect(head.headers.get('Access-Control-Allow-Origin')).toBeNull();
  });

  it('are deleted when they expire', async () => {
    await change(celeste, `UPDATE uploads SET expires_at = '2020-01-01 00:00:00.000 +00:00'`);
    expect(await offsetOf(address)).toBe(404);
    expect((await piece(address, 10, new Uint8Array(10))).status).toBe(404);
  });
});

it('an upload’s file name and fingerprint are not in the log', async () => {
  await person.beginUpload({ fileName: 'segredo-de-justiça.wav', fingerprint: 'impressão-digital' });
  const log = await logOf(celeste);
  expect(log).toContain('/uploads');
  expect(log).not.toMatch(/segredo|impress/);
});

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
