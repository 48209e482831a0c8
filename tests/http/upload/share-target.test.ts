import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { type IncomingMessage, request } from 'node:http';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { rows } from '../platform/data-dir';
import { textOf } from '../platform/page';
import { longSample, silence } from '../transcription/recordings';

/** Fetch Metadata of a browser's own post (Web Share Target); no page can set these. */
const SHARED = { 'Sec-Fetch-Site': 'none', 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Dest': 'document' };

let celeste: RunningCeleste;
let person: TestUser & { email: string };

beforeAll(async () => {
  celeste = await sharedCeleste();
  person = await signUp(celeste);
});

const manifest = JSON.parse(
  readFileSync(path.resolve(import.meta.dirname, '../../../public/manifest.webmanifest'), 'utf8'),
) as { share_target: { action: string; method: string; params: { files: { name: string }[] } } };

const share = (
  headers: Record<string, string>,
  name = 'AUD-20261121-WA0001.opus',
  by: TestUser = person,
  bytes = silence(2),
) => {
  const { action, method, params } = manifest.share_target;
  const file = `Content-Disposition: form-data; name="${params.files[0]!.name}"; filename="${name}"`;
  const type = 'Content-Type: audio/ogg';
  const body = Buffer.concat([
    Buffer.from(`--limit\r\n${file}\r\n${type}\r\n\r\n`),
    bytes,
    Buffer.from('\r\n--limit--\r\n'),
  ]);
  return post(action, method, body, {
    ...headers,
    'Content-Type': 'multipart/form-data; boundary=limit',
    Cookie: by.cookieHeader(),
  });
};

/** Sends the exact headers: fetch overrides some of them. */
async function post(page: string, method: string, body: Buffer | string, headers: Record<string, string>) {
  const asked = request(celeste.address + page, { method, headers });
  asked.end(body);
  const [answer] = (await once(asked, 'response')) as [IncomingMessage];
  const { statusCode: status, headers: answered } = answer;
  const cookies = (answered['set-cookie'] ?? []).map((cookie) => cookie.split(';')[0]).join('; ');
  return { status, location: answered.location, cookies, body: await text(answer) };
}

const own = () =>
  rows(
    celeste,
    `SELECT title, t.status, t.language FROM transcriptions t JOIN users u ON u.id = t.user_id
     WHERE u.email = '${person.email}'`,
  );

describe('a recording that another app shares', () => {
  it('is accepted like one of the form, with Origin null or none', async () => {
    for (const origin of [{ Origin: 'null' }, {}] as Record<string, string>[]) {
      const { status, location } = await share({ ...SHARED, ...origin });
      expect([status, location]).toEqual([303, '/transcriptions']);
    }
    expect(await own()).toEqual(
      Array(2).fill({ title: 'AUD-20261121-WA0001', status: 'pending', language: 'pt' }),
    );
  });

  it('is rejected with a message, beside a form', async () => {
    const { status, body } = await share(SHARED, 'virus.exe');
    expect(status).toBe(415);
    expect(textOf(body)).toContain('Formato de arquivo não suportado');
    expect(body).toContain('type="file"');
  });

  it('cannot be posted cross-site', async () => {
    const before = await own();
    for (const site of ['cross-site', 'same-site', '']) {
      const answer = await share({ ...SHARED, 'Sec-Fetch-Site': site, Origin: 'https://evil.example' });
      expect(answer.status).toBe(403);
    }
    expect((await share({ ...SHARED, 'Sec-Fetch-Mode': 'cors', Origin: 'null' })).status).toBe(403);
    expect((await share({ ...SHARED, 'Sec-Fetch-Dest': 'iframe', Origin: 'null' })).status).toBe(403);
    expect(await own()).toEqual(before);
  });

  it('is not accepted when signed out, with a toast on the login page and a message afterwards', async () => {
    const guest = new TestUser(celeste.address);
    const { status, location, cookies } = await share(SHARED, 'fala.opus', guest, longSample(9));
    expect([status, location]).toEqual([303, '/login?returnTo=%2Fshare-target%3Fagain']);
    const login = await fetch(celeste.address + location, { headers: { Cookie: cookies } });
    expect(textOf(await login.text())).toContain('Entre e compartilhe de novo.');
    const after = textOf((await person.get('/share-target?again')).body);
    expect(after).toContain('A gravação que você compartilhou antes de entrar não foi recebida.');
    expect(textOf((await person.get('/share-target')).body)).not.toContain('não foi recebida');
  });

  it('does not exempt other forms from the Origin check', async () => {
    const body = new URLSearchParams({ submissionId: crypto.randomUUID(), intent: 'sample' });
    const answer = await post('/transcriptions', 'POST', body.toString(), {
      ...SHARED,
      'Content-Type': 'application/x-www-form-urlencoded',
      Cookie: person.cookieHeader(),
    });
    expect(answer.status).toBe(403);
  });
});
