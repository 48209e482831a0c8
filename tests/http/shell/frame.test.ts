import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';
import { textOf } from '../platform/page';

let celeste: RunningCeleste;

beforeAll(async () => {
  celeste = await sharedCeleste();
});

const stranger = () => new TestUser(celeste.address);

/** A visitor in the middle of the sign-up, which has pages of its own. */
async function pagesOf(language: 'pt' | 'en'): Promise<Record<string, string>> {
  const guest = stranger();
  const member = await signUp(celeste);
  const newcomer = await signUp(celeste, 'Ana', { isWelcomed: false });
  for (const person of [guest, member, newcomer]) await person.post('/language', { lang: language });
  await guest.post('/login', { email: member.email });
  const pages = {
    login: await guest.get('/login'),
    'login, with a mistake': await guest.post('/login', { email: 'x' }),
    'sign-up': await guest.get('/signup'),
    code: await guest.get('/login/code'),
    support: await guest.get('/support'),
    'support, with a mistake': await guest.post('/support', {}),
    'support, thanks': await member.get('/support?sent'),
    'mailed link': await guest.get('/validation/a/b'),
    transcriptions: await member.get('/transcriptions'),
    'upload, with a mistake': await member.upload({ name: 'a.exe', bytes: Buffer.from('MZ') }),
    profile: await member.get('/account'),
    'profile, with a mistake': await member.post('/account', { intent: 'profile', name: '', lang: language }),
    sessions: await member.get('/account/sessions'),
    'own data': await member.get('/account/data'),
    'another e-mail': await member.get('/account/email'),
    'leaving for good': await member.get('/account/delete'),
    questionnaire: await newcomer.get('/onboarding'),
    'questionnaire, with a mistake': await newcomer.post('/onboarding?step=userType', { intent: 'next' }),
    'not found': await member.get('/transcriptions/unknown'),
  };
  return Object.fromEntries(Object.entries(pages).map(([name, { body }]) => [name, body]));
}

describe('every page', () => {
  it('allows only its own scripts, by a nonce that is unique per response', async () => {
    const nonces = new Set<string>();
    for (const address of ['/login', '/login', '/signup', '/validation/a/b']) {
      const { headers, body } = await stranger().get(address);
      const policy = headers.get('Content-Security-Policy')!;
      const [, nonce] = /script-src 'nonce-([\w+/=]{20,})'/.exec(policy)!;
      expect(policy).not.toContain('unsafe-');
      expect(policy).toMatch(/default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/);
      const scripts = body.match(/<script[^>]*>/g)!;
      expect(scripts.length).toBeGreaterThan(0);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}"`);
      nonces.add(nonce!);
    }
    expect(nonces.size).toBe(4);
  });

  it('has no inline script, style or event handler', async () => {
    for (const [name, page] of Object.entries(await pagesOf('pt'))) {
      expect({ name, inline: page.match(/<script[^>]*>[^<]|<style|<[^>]* (style|on[a-z]+)=/g) }).toEqual({
        name,
        inline: null,
      });
    }
  });

  it('is not cached, and sends no Referer to other sites', async () => {
    const { headers } = await (await signUp(celeste)).get('/transcriptions');
    expect(headers.get('Cache-Control')).toBe('private, no-store');
    expect(headers.get('Referrer-Policy')).toBe('same-origin');
    expect(headers.get('X-Content-Type-Options')).toBe('nosniff');
    expect(headers.get('X-Powered-By')).toBeNull();
  });

  it('sets cookies that are HttpOnly and SameSite', async () => {
    const person = await signUp(celeste);
    const answers = [await person.post('/language', { lang: 'en' }), await person.post('/logout')];
    answers.push(await person.post('/login', { email: person.email }));
    const cookies = answers.flatMap(({ headers }) => headers.getSetCookie());
    expect(new Set(cookies.map((cookie) => cookie.split('=')[0]))).toEqual(
      new Set(['browser', 'lang', 'session', 'toast', 'challenge']),
    );
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; HttpOnly(;|$)/);
      expect(cookie).toMatch(/; SameSite=Lax(;|$)/);
      expect(cookie).not.toMatch(/domain=/i);
    }
  });
});

const localesDir = path.resolve(import.meta.dirname, '../../../locales');

const sentencesOf = (language: 'pt' | 'en'): string[] =>
  readdirSync(path.join(localesDir, language)).flatMap((file) =>
    Object.values<string>(JSON.parse(readFileSync(path.join(localesDir, language, file), 'utf8'))),
  );

/** Phrases that only one language has, as far as they stand alone on pages. */
function sentencesOnlyIn(language: 'pt' | 'en'): string[] {
  const others = new Set(sentencesOf(language === 'pt' ? 'en' : 'pt'));
  return sentencesOf(language).filter(
    (sentence) => sentence.length > 4 && !sentence.includes('{{') && !others.has(sentence),
  );
}

describe('the language', () => {
  it('is Portuguese by default, whatever Accept-Language says', async () => {
    const answer = await stranger().request('/login', { headers: { 'Accept-Language': 'en' } });
    expect(answer.body).toContain('<html lang="pt-BR">');
  });

  it('changes by a button, persists, and redirects back to the page', async () => {
    const person = stranger();
    const answer = await person.post(
      '/language',
      { lang: 'en' },
      { Referer: `${celeste.address}/signup?returnTo=%2Fx` },
    );
    expect([answer.status, answer.location]).toEqual([303, '/signup?returnTo=%2Fx']);
    expect((await person.get('/signup')).body).toContain('<html lang="en">');
    await person.post('/language', { lang: 'pt' });
    expect((await person.get('/signup')).body).toContain('<html lang="pt-BR">');
  });

  it('must be one of the two', async () => {
    const person = stranger();
    const answer = await person.post('/language', { lang: 'xx' });
    expect([answer.status, answer.body]).toEqual([400, '']);
    expect((await person.get('/login')).body).toContain('<html lang="pt-BR">');
  });

  it.each([
    { language: 'en', other: 'pt' },
    { language: 'pt', other: 'en' },
  ] as const)('$language pages contain no $other', async ({ language, other }) => {
    const [own, foreign] = [sentencesOnlyIn(language), sentencesOnlyIn(other)];
    for (const [name, page] of Object.entries(await pagesOf(language))) {
      // Names of time zones are the same in every language.
      const elsewhere =
        /<form[^>]* action="\/language".*?<\/form>|<select[^>]* name="timeZone".*?<\/select>/g;
      const text = textOf(page.replace(elsewhere, ''));
      const standsIn = (sentence: string) =>
        text.includes(sentence) && new RegExp(`(?<!\\p{L})${escaped(sentence)}(?!\\p{L})`, 'u').test(text);
      expect({ name, foreign: foreign.filter(standsIn) }).toEqual({ name, foreign: [] });
      expect({ name, own: own.filter(standsIn).length }).not.toEqual({ name, own: 0 });
    }
  });

  it('applies to mails too', async () => {
    const person = stranger();
    await person.post('/language', { lang: 'en' });
    await person.post('/signup', { name: 'Ana', email: 'english@example.com', terms: 'on' });
    expect((await celeste.mailTo('english@example.com')).text).toContain('Your code is');
  });
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

describe('an error page', () => {
  const NOT_FOUND = 'Página não encontrada';
  const titleOf = (body: string) => /<title>(.*?) · Celeste<\/title>/.exec(body)?.[1];
  const hasMenu = (body: string) => body.includes('action="/logout"') && body.includes('href="/wallet"');

  it('keeps menu, balance and sign-out for an unknown address of a page', async () => {
    const person = await signUp(celeste);
    for (const address of ['/transcriptions/unknown', '/documents/unknown', '/admin']) {
      const { status, body } = await person.get(address);
      expect([address, status, hasMenu(body), titleOf(body)]).toEqual([address, 404, true, NOT_FOUND]);
      expect(body.match(/<main/g)).toHaveLength(1);
    }
  });

  it('keeps them when a form fails', async () => {
    const { status, body } = await (await signUp(celeste)).post('/transcriptions/unknown/delete');
    expect([status, hasMenu(body), titleOf(body)]).toEqual([404, true, NOT_FOUND]);
  });
});

describe('operations', () => {
  it('/healthz and /readyz respond', async () => {
    expect(await stranger().get('/healthz')).toMatchObject({ status: 200, body: 'ok\n' });
    const { status, body } = await stranger().get('/readyz');
    expect(status).toBe(200);
    expect(body).toMatch(/^ready\ndisk: \d+ MB free\nworkers: none seen\n$/);
  });

  it('/metrics counts requests', async () => {
    const { status, body } = await stranger().get('/metrics');
    expect(status).toBe(200);
    expect(body).toMatch(
      /^http_request_duration_seconds_count\{method="GET",route="\/healthz",status="200"\} [1-9]/m,
    );
  });

  it.each<Record<string, string>>([
    { 'X-Forwarded-For': '127.0.0.1' },
    { Forwarded: 'for=127.0.0.1' },
    { 'X-Forwarded-Host': 'x' },
  ])('/metrics is a 404 for a request that a proxy forwarded: %j', async (headers) => {
    expect((await stranger().request('/metrics', { headers })).status).toBe(404);
  });
});
