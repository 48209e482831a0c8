import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { rawRequest } from '@/tests/support/raw-request';
import { signUp, TestUser } from '@/tests/support/test-user';
import { logOf } from './data-dir';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
});

afterAll(() => celeste.stop());

const ownHost = () => new URL(celeste.address).host;

/** Neither response nor terminal reveals internals, and no error is logged. */
async function expectQuiet(answer: string): Promise<void> {
  for (const told of [answer, celeste.output()]) expect(told).not.toMatch(/\n\s+at |node_modules|Error:/);
  expect(await logOf(celeste)).not.toMatch(/"level":[56]0/);
}

/** A raw request without a body, with Celeste's own Host unless headers are given. */
const send = (start: string, headers: string[] = [`Host: ${ownHost()}`]) =>
  rawRequest(celeste.address, `${[start, ...headers, 'Connection: close'].join('\r\n')}\r\n\r\n`);

describe('an id that can be none', () => {
  it.each(['/transcriptions/%00', '/transcriptions/a%00b/people', '/documents/%00'])(
    'is a 404: %s',
    async (path) => {
      const person = await signUp(celeste);
      expect((await person.get(path)).status).toBe(404);
      const copy = await person.get('/documents/new?template=copy&transcription=%00');
      expect(copy.status).toBe(200);
      await expectQuiet(copy.body);
    },
  );
});

describe('a malformed request', () => {
  it.each([
    ['TRACE /login HTTP/1.1', 405],
    ['TRACE /healthz HTTP/1.1', 405],
    ['CONNECT 127.0.0.1:22 HTTP/1.1', 405],
    ['PROPFIND /login HTTP/1.1', 405],
    ['TRACK /login HTTP/1.1', 400],
    ['OPTIONS * HTTP/1.1', 400],
    ['GET http://evil.example/login HTTP/1.1', 400],
    ['GET https://127.0.0.1/ HTTP/1.1', 400],
    ['GET file:///etc/passwd HTTP/1.1', 400],
    ['GET /login?_data=routes%2F_public.login HTTP/1.1', 400],
    ['GET /?x=?&%5Fdata=__proto__ HTTP/1.1', 400],
    ['POST /login?_data HTTP/1.1', 400],
    [`GET /${'a'.repeat(3000)} HTTP/1.1`, 414],
    [`GET /${'a'.repeat(20_000)} HTTP/1.1`, 431],
    ['GET /%zz HTTP/1.1', 400],
    ['GET /%c0%80 HTTP/1.1', 400],
    ['GET /shared/%ff HTTP/1.1', 400],
    ['GET /assets/%e0%a4%a HTTP/1.1', 400],
    ['GET /\\evil.example/%2e%2e HTTP/1.1', 400],
  ])('is rejected: %s', async (start, status) => {
    const answer = await send(start);
    expect(answer.status).toBe(status);
    await expectQuiet(answer.text);
  });

  it.each([
    ['none', []],
    ['an empty one', ['Host: ']],
    ['two', ['Host: 127.0.0.1', 'Host: evil.example']],
    ['the same one twice', ['Host: 127.0.0.1', 'Host: 127.0.0.1']],
    ['one with a user', ['Host: ana:secret@127.0.0.1']],
    ['one with a blank', ['Host: 127.0.0.1 evil.example']],
    ['one with a path', ['Host: 127.0.0.1/evil']],
    ['one with a port that there is not', ['Host: 127.0.0.1:99999']],
    ['a list', ['Host: 127.0.0.1,evil.example']],
    ['an endless one', [`Host: ${'a'.repeat(4000)}`]],
    ['a broken one of IPv6', ['Host: [::1']],
    ['a broken forwarded one', ['Host: 127.0.0.1', 'X-Forwarded-Host: a b/c']],
    ['a forwarded one with a port that there is not', ['Host: 127.0.0.1', 'X-Forwarded-Host: a:99999']],
  ])('is rejected with Host %s', async (_case, headers) => {
    for (const version of ['1.0', '1.1']) {
      const answer = await send(`GET /login HTTP/${version}`, headers);
      expect(answer.status).toBe(400);
      await expectQuiet(answer.text);
    }
  });

  it.each(['127.0.0.1', 'localhost:3000', '[::1]:3000', 'celeste_web.internal', 'xn--caf-dma.example'])(
    'is accepted with Host %s',
    async (host) => {
      const { status } = await send('GET /login HTTP/1.1', [
        `Host: ${host}`,
        'X-Forwarded-Host: a.example, b',
      ]);
      expect(status).toBe(200);
    },
  );
});

it.each(['/healthz', '/readyz'])('a health check in HTTP/1.0 needs no Host: %s', async (path) => {
  expect((await send(`GET ${path} HTTP/1.0`, [])).status).toBe(200);
  expect((await send(`GET ${path} HTTP/1.0`, ['Host: a b'])).status).toBe(400);
  expect((await send(`GET ${path} HTTP/1.1`, [])).status).toBe(400);
});

describe('a form field named like a JavaScript built-in', () => {
  const NAMES = [
    ...['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__proto__.x', 'constructor.prototype.x'],
    ...[
      'email[__proto__]',
      '__proto__[toString]',
      'a[0]',
      'a[99999999999999999999]',
      '[]',
      '.',
      'a..b',
      'email.x',
    ],
  ];

  it.each(NAMES)('is harmless: %s', async (name) => {
    for (const path of ['/login', '/signup', '/language', '/support']) {
      const answer = await new TestUser(celeste.address).post(path, { [name]: 'x' });
      expect([path, Math.floor(answer.status / 100)]).toEqual([path, 4]);
      await expectQuiet(answer.body);
    }
    const { status } = await new TestUser(celeste.address).get('/login');
    expect(status).toBe(200);
    expect(Object.keys({})).toEqual([]);
  });
});

it('paths named like JavaScript built-ins are 302 or 404', async () => {
  for (const path of ['/__proto__', '/auth/__proto__', '/auth/constructor/callback', '/shared/__proto__']) {
    const answer = await new TestUser(celeste.address).get(path);
    expect([path, [302, 404].includes(answer.status)]).toEqual([path, true]);
    await expectQuiet(answer.body);
  }
});

describe('the log', () => {
  const TOKEN = 'aSecretThatOnlyTheSenderKnows';

  it.each([
    `/shared/${TOKEN}`,
    `/SHARED/${TOKEN}`,
    `//shared//${TOKEN}`,
    `/shared/${TOKEN}.data`,
    `/Shared/${TOKEN}/audio`,
    `/%73hared/${TOKEN}`,
    `/validation/${TOKEN}/x`,
    `/VALIDATION/${TOKEN}/${TOKEN}.data`,
    `/Files/${TOKEN}?signature=${TOKEN}`,
    `/login-ADMIN-as-user/${TOKEN}/${TOKEN}`,
    `/webhooks/speech/${TOKEN}`,
    `/WebHooks/Speech/${TOKEN}`,
    `/uploads/${TOKEN}`,
    `/Uploads/${TOKEN}/discard`,
    `/nowhere/${TOKEN}`,
    `/shared/%zz${TOKEN}`,
    `/shared/${TOKEN}%2Faudio`,
    `/login/..%2f${TOKEN}`,
    `/${TOKEN}`,
  ])('does not contain the token of %s', async (path) => {
    await send(`GET ${path} HTTP/1.1`);
    await send(`POST ${path} HTTP/1.1`, [`Host: ${ownHost()}`, 'Content-Length: 0']);
    const log = await logOf(celeste);
    expect(log + celeste.output()).not.toContain(TOKEN);
    expect(log).toContain('"method":"POST"');
  });

  it('contains the static segments of the path', async () => {
    await send('GET /Shared/abc/AUDIO HTTP/1.1');
    expect(await logOf(celeste)).toContain('"path":"/shared/…/audio"');
  });
});
