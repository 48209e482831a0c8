import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { localPath } from '@/app/http/headers/local-path';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestResponse, TestUser } from '@/tests/support/test-user';
import { textOf } from '../platform/page';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

const stranger = () => new TestUser(celeste.address);

/** Signs up from a URL of the sign-up page. @returns the response that signs in */
async function signUpAt(path: string, person = stranger()): Promise<TestResponse> {
  const email = `${randomUUID()}@example.com`;
  await person.post(path, { name: 'Ana', email, terms: 'on' });
  const { code } = await celeste.mailTo(email);
  return person.post('/login/code', { intent: 'verify', code });
}

const FOREIGN = [
  '//evil.example',
  '/\\evil.example',
  '\\\\evil.example',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  ' //evil.example',
  '/\t/evil.example',
  '/..//evil.example',
  '/%2e%2e//evil.example',
  'evil.example',
];

describe('the return path', () => {
  it.each(FOREIGN)('never redirects to %j', (target) => {
    expect(localPath(target)).toBe('/');
  });

  it.each(['/%2F%2Fevil.example', '/%5Cevil.example'])('keeps %j encoded, a local path', (target) => {
    expect(localPath(target)).toBe(target);
  });

  it.each(FOREIGN.slice(0, 5))("after signing in is '/' instead of %j", async (target) => {
    for (const sent of [encodeURIComponent(target), encodeURIComponent(encodeURIComponent(target))]) {
      expect((await signUpAt(`/signup?returnTo=${sent}`)).location).toBe('/');
    }
  });

  it('after signing in is the requested page', async () => {
    const person = stranger();
    const asked = await person.get('/transcriptions?limit=12&page=2');
    expect([asked.status, asked.location]).toEqual([
      302,
      '/login?returnTo=%2Ftranscriptions%3Flimit%3D12%26page%3D2',
    ]);
    const login = await person.get(asked.location!);
    expect(textOf(login.body)).toContain('Token de autenticação inexistente.');
    const { email } = await signUp(celeste);
    await person.post(asked.location!, { email });
    const { code } = await celeste.mailTo(email);
    const entered = await person.post('/login/code', { intent: 'verify', code });
    expect(entered.location).toBe('/transcriptions?limit=12&page=2');
    expect((await person.get(entered.location!)).status).toBe(200);
  });

  it('after a language change is never a foreign URL', async () => {
    for (const referer of ['https://evil.example//evil.example', `${celeste.address}//evil.example/x`]) {
      const answer = await stranger().post('/language', { lang: 'en' }, { Referer: referer });
      expect([answer.status, answer.location]).toEqual([303, '/']);
    }
  });
});

describe('signed out', () => {
  it.each([
    '/dashboard',
    '/wallet',
    '/transcriptions',
    '/transcriptions/abc',
    '/transcriptions/abc/audio',
    '/transcriptions/abc/export.json',
    '/account',
    '/account/picture',
    '/account/email',
    '/account/email/code',
    '/account/sessions',
    '/account/sessions/code',
    '/account/data',
    '/account/data/download',
    '/account/delete',
    '/account/delete/code',
  ])('%s redirects to the login page', async (path) => {
    const answer = await stranger().get(path);
    expect([answer.status, answer.location]).toEqual([
      302,
      `/login?${new URLSearchParams({ returnTo: path })}`,
    ]);
    expect(answer.body).toBe('');
  });

  it.each(['/', '/no/such/page', '/index.php'])('%s redirects to the login page too', async (path) => {
    const answer = await stranger().get(path);
    expect(answer.status).toBe(302);
    expect(answer.location).toMatch(/^\/login(\?|$)/);
  });

  it('a post of a signed-in page redirects to the login page', async () => {
    const person = stranger();
    const answer = await person.post('/transcriptions', { intent: 'sample' });
    expect([answer.status, answer.location]).toEqual([303, '/login']);
    expect(textOf((await person.get('/login')).body)).toContain('Token de autenticação inexistente.');
  });

  it('the code page requires a pending challenge', async () => {
    expect((await stranger().get('/login/code')).location).toBe('/login');
    expect((await stranger().post('/login/code', { intent: 'verify', code: '123456' })).location).toBe(
      '/login',
    );
  });
});

describe('signed in', () => {
  it.each(['/', '/no/such/page'])('%s redirects to the dashboard', async (path) => {
    const person = await signUp(celeste);
    const answer = await person.get(path);
    expect([answer.status, answer.location]).toEqual([302, '/dashboard']);
  });

  it("the login and sign-up pages redirect to '/'", async () => {
    const person = await signUp(celeste);
    for (const path of ['/login', '/signup', '/login/code']) {
      expect((await person.get(path)).location).toBe('/');
    }
  });

  it('ends on sign-out, also for a copied cookie', async () => {
    const person = stranger();
    await signUpAt('/signup', person);
    const cookie = person.cookieHeader();
    const withCookie = () =>
      fetch(`${celeste.address}/transcriptions`, { headers: { Cookie: cookie }, redirect: 'manual' });
    expect((await withCookie()).status).toBe(200);

    const answer = await person.post('/logout');
    expect([answer.status, answer.location]).toEqual([303, '/login']);
    expect(textOf((await person.get('/login')).body)).toContain('Você saiu da sua conta.');
    expect((await person.get('/transcriptions')).status).toBe(302);
    expect((await withCookie()).status).toBe(302);
  });

  it('does not end by a GET of /logout', async () => {
    const person = await signUp(celeste);
    await person.get('/logout');
    expect((await person.get('/transcriptions')).status).toBe(200);
  });

  it('rejects a tampered cookie', async () => {
    const answer = await signUpAt('/signup');
    const cookie = answer.headers.getSetCookie().find((header) => header.startsWith('session='))!;
    const [value, signature] = decodeURIComponent(cookie.split(';')[0]!.slice('session='.length)).split('.');
    const forged = Buffer.from(JSON.stringify('another token')).toString('base64');
    for (const pair of [value, `${value}.`, `${forged}.${signature}`, `${forged}`]) {
      const page = await fetch(`${celeste.address}/transcriptions`, {
        headers: { Cookie: `session=${encodeURIComponent(pair!)}` },
        redirect: 'manual',
      });
      expect(page.status).toBe(302);
    }
  });
});
