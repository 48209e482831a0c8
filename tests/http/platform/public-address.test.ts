import { once } from 'node:events';
import type net from 'node:net';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { freePort } from '@/tests/support/free-port';
import { TestUser } from '@/tests/support/test-user';
import { change } from './data-dir';
import { messageBeside, summaryOf } from './page';

const PUBLIC_URL = 'https://celeste.example.org';
const REFUSED = 'refused@example.com';

/** Mails received by the SMTP server. */
const taken: string[] = [];
let mailServer: SMTPServer;
let celeste: RunningCeleste;
let address: string;

beforeAll(async () => {
  mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address: to }, _session, done) =>
      done(to === REFUSED ? new Error(`550 ${to} is unknown`) : undefined),
    onData: (stream, _session, done) => {
      let source = '';
      stream.on('data', (chunk: Buffer) => (source += chunk));
      stream.on('end', () => {
        taken.push(source);
        done();
      });
    },
  });
  const mailPort = await listen(mailServer.listen(0, '127.0.0.1'));
  const port = await freePort();
  celeste = await startCeleste({
    command: 'web',
    env: {
      PORT: String(port),
      PUBLIC_URL: `${PUBLIC_URL}/`,
      SESSION_SECRET: 'a secret of more than thirty-two characters',
      MAIL_URL: `smtp://127.0.0.1:${mailPort}`,
      METRICS_TOKEN: 'a token for the figures',
      TRUST_PROXY: '1',
      AUTH_GOOGLE_ID: 'celeste',
      AUTH_GOOGLE_SECRET: 'secret',
    },
  });
  address = `http://127.0.0.1:${port}`;
});

afterAll(async () => {
  await celeste.stop();
  mailServer.close();
});

async function listen(server: net.Server): Promise<number> {
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Headers that the reverse proxy adds; it need not preserve the public Host. */
const throughProxy = { Origin: PUBLIC_URL, 'X-Forwarded-For': '192.0.2.1', 'X-Forwarded-Proto': 'https' };

const signUp = (email: string, headers: Record<string, string> = throughProxy) =>
  new TestUser(address).post('/signup', { name: 'Ana', email, terms: 'on' }, headers);

describe('behind a reverse proxy, with an https PUBLIC_URL', () => {
  it('every cookie is `__Host-`, Secure and HttpOnly', async () => {
    const person = new TestUser(address);
    const answers = [
      await person.post('/signup', { name: 'Ana', email: 'ana@example.com', terms: 'on' }, throughProxy),
    ];
    const code = /\b\d{6}\b/.exec(taken.at(-1)!)![0];
    answers.push(await person.post('/login/code', { intent: 'verify', code }, throughProxy));
    answers.push(await person.get('/transcriptions'));
    answers.push(await person.post('/language', { lang: 'en' }, throughProxy));
    answers.push(await person.post('/logout', {}, throughProxy));
    answers.push(await person.post('/auth/google', {}, throughProxy));
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
    expect(new Set(cookies.map((cookie) => cookie.split('=')[0]))).toEqual(
      new Set([
        '__Host-browser',
        '__Host-device',
        '__Host-challenge',
        '__Host-toast',
        '__Host-session',
        '__Host-lang',
        '__Host-identity',
      ]),
    );
    for (const cookie of cookies) {
      const attributes = cookie.split(';').map((part) => part.trim());
      expect(attributes).toEqual(expect.arrayContaining(['Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']));
      expect(cookie).not.toMatch(/domain=/i);
    }
    expect(answers[2]!.status).toBe(200);
  });

  it('administrators need a passkey', async () => {
    const person = new TestUser(address);
    await person.post('/signup', { name: 'Clara', email: 'clara@example.com', terms: 'on' }, throughProxy);
    const code = /\b\d{6}\b/.exec(taken.at(-1)!)![0];
    await person.post('/login/code', { intent: 'verify', code }, throughProxy);
    await change(celeste, "UPDATE users SET role = 'admin' WHERE email = 'clara@example.com'");
    const asked = await person.get('/admin/jobs');
    expect([asked.status, asked.location]).toEqual([302, '/account/passkeys']);
    expect((await person.get('/account/passkeys')).body).toContain('Para administrar, entre com uma chave');
    expect((await person.get('/dashboard')).body).not.toContain('npm run models');
    await change(celeste, "UPDATE sessions SET method = 'passkey'");
    expect((await person.get('/admin/jobs')).status).toBe(200);
  });

  it('links in mails use PUBLIC_URL, whatever the Host header says', async () => {
    await signUp('rui@example.com', { ...throughProxy, 'X-Forwarded-Host': 'evil.example' });
    const mail = taken.at(-1)!.replace(/=\r?\n/g, '');
    expect(mail).toContain(`${PUBLIC_URL}/validation/`);
    expect(mail).not.toContain('evil.example');
    expect(mail).not.toContain('127.0.0.1');
  });

  it('the OAuth callback uses PUBLIC_URL, whatever the Host header says', async () => {
    const headers = { ...throughProxy, 'X-Forwarded-Host': 'evil.example' };
    const { location } = await new TestUser(address).post('/auth/google', {}, headers);
    const { origin, searchParams } = new URL(location!);
    expect(origin).toBe('https://accounts.google.com');
    expect(searchParams.get('redirect_uri')).toBe(`${PUBLIC_URL}/auth/google/callback`);
    const policy = (await new TestUser(address).get('/login')).headers.get('Content-Security-Policy');
    expect(policy).toContain("form-action 'self' https://accounts.google.com;");
  });

  it('only PUBLIC_URL counts as same-origin, whatever Host the proxy sends', async () => {
    expect((await signUp('bia@example.com', { Origin: PUBLIC_URL })).status).toBe(303);
    const before = taken.length;
    for (const origin of [address, 'http://celeste.example.org', `${PUBLIC_URL}:8443`, 'null']) {
      expect((await signUp('eva@example.com', { Origin: origin })).status).toBe(403);
    }
    expect(taken).toHaveLength(before);
  });

  it('sends HSTS', async () => {
    const { headers } = await new TestUser(address).get('/login');
    expect(headers.get('Strict-Transport-Security')).toMatch(/max-age=\d{7,}/);
  });

  it('the metrics require their token', async () => {
    const figures = (headers: Record<string, string> = {}) =>
      new TestUser(address).request('/metrics', { headers }).then(({ status }) => status);
    expect(await figures()).toBe(404);
    expect(await figures({ Authorization: 'Bearer another token' })).toBe(404);
    expect(await figures({ Authorization: 'Bearer a token for the figures' })).toBe(200);
  });

  it('a mail that the SMTP server rejects is reported', async () => {
    const answer = await signUp(REFUSED);
    expect(answer.status).toBe(503);
    expect(summaryOf(answer.body)).toContain('Erro ao enviar código por e-mail.');
    expect(messageBeside(answer.body, 'email')).toBeNull();
  });

  it('no code, e-mail or link is printed or logged', async () => {
    await signUp('ivo@example.com');
    const [, linkToken] = /\/validation\/([\w-]+)\//.exec(taken.at(-1)!.replace(/=\r?\n/g, ''))!;
    const code = /\b\d{6}\b/.exec(taken.at(-1)!)![0];
    expect(celeste.output()).toContain('"path":"/signup"');
    expect(celeste.output()).not.toMatch(new RegExp(`(?<![\\w-])${code}(?![\\w-])`));
    expect(celeste.output()).not.toContain(linkToken);
    expect(celeste.output()).not.toMatch(/\w@example\.com/);
    expect(celeste.output()).not.toContain('192.0.2.1');
  });
});
