import { execFile } from 'node:child_process';
import { request } from 'node:http';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectDir } from '@/app/config/env.server';
import { builtCommand } from '@/tests/support/built';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { type TestResponse, TestUser } from '@/tests/support/test-user';
import { change, readAllData } from '../platform/data-dir';
import { textOf } from '../platform/page';
import { silence } from '../transcription/recordings';
import { type Member, signUpAdmin, signUpMember } from './administrator';

let celeste: RunningCeleste;
let admin: Member;
let ana: Member;

beforeAll(async () => {
  celeste = await startCeleste({ command: 'web' });
  admin = await signUpAdmin(celeste);
  ana = await signUpMember(celeste);
});

afterAll(() => celeste.stop());

/** Switches maintenance as an operator at the terminal does. */
const atTerminal = (state: 'on' | 'off') =>
  promisify(execFile)(process.execPath, [builtCommand('admin'), 'maintenance', state], {
    cwd: projectDir,
    env: { PATH: process.env.PATH, DATA_DIR: celeste.dataDir, NODE_ENV: 'production' },
  });

/** Switches maintenance without the start of a process. */
const maintenance = (state: 'on' | 'off') =>
  change(
    celeste,
    `INSERT INTO flags (name, is_on, emails, created_at, updated_at)
     VALUES ('maintenance', ${state === 'on'}, '[]', '2026-01-01', '2026-01-01')
     ON CONFLICT (name) DO UPDATE SET is_on = excluded.is_on`,
  );

function expectClosed(answer: TestResponse, name: string): void {
  expect([name, answer.status, answer.headers.get('Retry-After')]).toEqual([name, 503, '300']);
  expect(textOf(answer.body)).toContain('Voltaremos em breve');
}

/** Requests a raw path, which `fetch` would normalise. */
const statusOf = (written: string, by: TestUser) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(celeste.address);
    const headers = { Cookie: by.cookieHeader() };
    request({ hostname, port, path: written, headers }, (answer) => resolve(answer.resume().statusCode))
      .on('error', reject)
      .end();
  });

const stranger = () => new TestUser(celeste.address);

it('the terminal closes the site at once, and opens it again', async () => {
  await atTerminal('on');
  expectClosed(await ana.get('/dashboard'), 'closed at the terminal');
  await atTerminal('off');
  expect((await ana.get('/dashboard')).status).toBe(200);
});

describe('while the site is closed', () => {
  beforeEach(() => maintenance('on'));
  afterEach(() => maintenance('off'));

  it('every path shows the maintenance page, in the interface language', async () => {
    for (const person of [ana, stranger()]) {
      for (const path of [
        ...[
          '/',
          '/dashboard',
          '/transcriptions',
          '/transcriptions/abc/audio',
          '/wallet',
          '/terms',
          '/signup',
        ],
        ...['/admin', '/maintenance', '/no/such/page', '/transcriptions?limit=12', '/_index', '/Login'],
        ...['/transcriptions.data', '/login.data', '/dashboard.data?_routes=routes%2Fshell%2Fdashboard'],
        ...['/ads/abc/image', '/transcriptions/status', '/login%2Fcode', '//login'],
        ...['/__manifest?p=%2Fadmin&version=1', '/webhooks', '/validation'],
      ]) {
        expectClosed(await person.get(path), path);
      }
    }
    const reader = new TestUser(celeste.address);
    await maintenance('off');
    await reader.post('/language', { lang: 'en' });
    await maintenance('on');
    const { body } = await reader.get('/dashboard');
    expect(body).toContain('<html lang="en">');
    expect(textOf(body)).toContain('We will be back soon');
  });

  it('an open path opens no other path', async () => {
    for (const path of [
      ...[
        '/auth/../dashboard',
        '/login/../dashboard',
        '/webhooks/%2e%2e/dashboard',
        '/validation/.%2E/wallet',
      ],
      ...['/auth/a/../../wallet', '/healthz/../wallet', '/dashboard?/login', '/wallet#/login'],
    ]) {
      expect([path, await statusOf(path, ana)]).toEqual([path, 503]);
    }
  });

  it('no post has an effect', async () => {
    const before = await readAllData(celeste);
    const posts: [string, Promise<TestResponse>][] = [
      ['upload', ana.upload({ name: 'fala.wav', bytes: silence(1) })],
      ['sample', ana.post('/transcriptions', { intent: 'sample' })],
      ['data', ana.post('/transcriptions.data', { intent: 'sample' })],
      ['logout', ana.post('/logout')],
      ['language', ana.post('/language', { lang: 'en' })],
      ['maintenance', ana.post('/maintenance')],
      ['sign-up', stranger().post('/signup', { name: 'Eva', email: 'eva@example.com', terms: 'on' })],
      ['PUT', ana.request('/transcriptions', { method: 'PUT', body: 'a=b' })],
      ['DELETE', ana.request('/transcriptions', { method: 'DELETE' })],
    ];
    for (const [name, post] of posts) expectClosed(await post, name);
    expect(await readAllData(celeste)).toEqual(before);
    const head = await ana.request('/transcriptions', { method: 'HEAD' });
    expect([head.status, head.headers.get('Retry-After'), head.body]).toEqual([503, '300', '']);
  });

  it('stays open for health checks, static files, and payment webhooks', async () => {
    for (const path of ['/healthz', '/readyz', '/metrics', '/favicon.svg']) {
      expect([path, (await stranger().get(path)).status]).toEqual([path, 200]);
    }
    expect((await stranger().get('/webhooks/stripe')).status).not.toBe(503);
  });

  it('an administrator signs in and works as usual, with a banner', async () => {
    const again = stranger();
    expect((await again.get('/login')).status).toBe(200);
    await again.post('/login', { email: admin.email });
    const { code } = await celeste.mailTo(admin.email);
    expect((await again.post('/login/code', { intent: 'verify', code })).status).toBe(303);
    for (const page of ['/dashboard', '/transcriptions', '/admin/features']) {
      const { status, body } = await again.get(page);
      expect([page, status, textOf(body).includes('O site está em manutenção.')]).toEqual([page, 200, true]);
    }
    await again.post(`/login-admin-as-user/${ana.publicId}/${admin.publicId}`);
    const acting = await again.get('/dashboard');
    expect([acting.status, textOf(acting.body).includes('O site está em manutenção.')]).toEqual([200, true]);
    expect((await again.post('/admin/features', { intent: 'maintenance', state: 'off' })).status).toBe(404);
    await again.post('/stop-acting');
    expect((await again.get('/maintenance')).status).toBe(503);
    expect((await again.post('/admin/features', { intent: 'maintenance', state: 'off' })).status).toBe(303);
    expect((await ana.get('/dashboard')).status).toBe(200);
  });

  it('a started sign-up continues with its code when the site is open again', async () => {
    await maintenance('off');
    const eva = stranger();
    const email = 'eva@example.com';
    await eva.post('/signup', { name: 'Eva', email, terms: 'on' });
    const { code } = await celeste.mailTo(email);
    await maintenance('on');
    const refused = await eva.post('/login/code', { intent: 'verify', code });
    expect([refused.status, textOf(refused.body).includes('não aceita contas novas no momento')]).toEqual([
      503,
      true,
    ]);
    await maintenance('off');
    expect((await eva.post('/login/code', { intent: 'verify', code })).status).toBe(303);
  });

  it('other users who sign in see the maintenance page', async () => {
    const again = stranger();
    await again.post('/login', { email: ana.email });
    const { code } = await celeste.mailTo(ana.email);
    const entered = await again.post('/login/code', { intent: 'verify', code });
    expectClosed(await again.get(entered.location!), 'after signing in');
  });
});

it("while the site is open its page redirects to '/', and there is no banner", async () => {
  expect((await ana.get('/maintenance')).location).toBe('/');
  expect((await stranger().get('/maintenance')).location).toBe('/');
  expect(textOf((await admin.get('/dashboard')).body)).not.toContain('manutenção');
});
