import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sharedCeleste } from '@/tests/support/celeste';
import {
  newAccount,
  OTHER_SITE,
  PROVIDER_NAMES,
  type Provider,
  startWithProviders,
  type WithProviders,
} from '@/tests/support/identity-providers';
import type { Fault, IdentityProvider } from '@/tests/support/openid-server';
import { signUp, type TestResponse, TestUser } from '@/tests/support/test-user';
import { change, logOf, readAllData, rows } from '../platform/data-dir';
import { linksOf, mainOf, textOf } from '../platform/page';

const PATHS = { google: '/o/oauth2/v2/auth', linkedin: '/oauth/v2/authorization' };
const LOGOUTS = { google: '/Logout', linkedin: '/m/logout/' };

let { celeste, sites, providers, stop } = {} as WithProviders;

beforeAll(async () => {
  ({ celeste, sites, providers, stop } = await startWithProviders());
});

afterAll(() => stop());

const somebody = () => new TestUser(celeste.address);
const newEmail = () => `${randomUUID()}@example.com`;
const isSignedIn = async (person: TestUser) => (await person.get('/transcriptions')).status === 200;
const ownPathOf = (address: string) => address.replace(celeste.address, '');

/** The signed-in user of a browser, the sign-in method, and the balance. */
async function sessionOf(person: TestUser) {
  const [session] = await rows(
    celeste,
    `SELECT users.email, users.name, sessions.method FROM sessions JOIN users ON users.id = user_id
     ORDER BY sessions.id DESC LIMIT 1`,
  );
  return (await isSignedIn(person)) ? session : null;
}

const cookieOf = (answer: TestResponse, name: string) =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));

describe.each(Object.keys(PROVIDER_NAMES) as Provider[])('signing in with %s', (provider) => {
  let identityProvider: IdentityProvider;

  beforeEach(() => {
    identityProvider = providers[provider];
    identityProvider.account = newAccount();
  });

  afterEach(() => {
    identityProvider.faults = {};
    identityProvider.idToken = {};
  });

  const start = (person: TestUser, search = '', headers = {}) =>
    person.post(`/auth/${provider}${search}`, {}, headers);

  /** Consents at the identity provider. @returns the callback URL */
  async function agree(person: TestUser, search = ''): Promise<string> {
    const started = await start(person, search);
    return ownPathOf(await identityProvider.answerConsent(started.location!, 'agree'));
  }

  const signIn = async (person: TestUser, search = '') => person.get(await agree(person, search));

  /** Expects a redirect to the login page with an error toast, no session and nothing written. */
  async function expectTurnedAway(person: TestUser, come: () => Promise<TestResponse>, message: string) {
    const before = await readAllData(celeste);
    const answer = await come();
    expect([answer.status, answer.location?.split('?')[0]]).toEqual([303, '/login']);
    expect(cookieOf(answer, 'session')).toBeUndefined();
    expect(cookieOf(answer, 'identity')).toMatch(/Max-Age=0/);
    expect(await readAllData(celeste)).toEqual(before);
    const login = await person.get(answer.location!);
    expect(login.status).toBe(200);
    expect(textOf(mainOf(login.body))).toContain(message);
    expect(await isSignedIn(person)).toBe(false);
  }

  const failed = `Não foi possível entrar com o ${PROVIDER_NAMES[provider]}. Tente de novo ou entre com seu e-mail.`;
  const cancelled = `O acesso com o ${PROVIDER_NAMES[provider]} foi cancelado. Tente de novo ou entre com seu e-mail.`;
  const unverified = `O ${PROVIDER_NAMES[provider]} não confirmou que este e-mail é seu.`;

  it.each(['/login', '/signup'])('is offered on %s, with an explanation', async (page) => {
    const { body } = await somebody().get(`${page}?returnTo=%2Fwallet`);
    expect(body).toMatch(new RegExp(`<form method="post" action="/auth/${provider}\\?returnTo=%2Fwallet"`));
    expect(textOf(body)).toContain(`Continuar com o ${PROVIDER_NAMES[provider]}`);
    expect(textOf(body)).toContain('você concorda com os termos de uso e a política de privacidade');
    expect(textOf(body)).toContain('18 anos ou mais');
    expect(body).toMatch(/ href="\/(login|signup)\?returnTo=%2Fwallet"/);
    expect(linksOf(mainOf(body))).toEqual(expect.arrayContaining(['/terms', '/privacy']));
  });

  it.each([
    ['Asia/Tokyo', 'Asia/Tokyo'],
    ['Mars/Olympus', 'America/Sao_Paulo'],
  ])('gives a new account the time zone of its browser: %s', async (timeZone, expected) => {
    const signInFrom = async (zone: string) => {
      const person = somebody();
      const started = await person.post(`/auth/${provider}`, { timeZone: zone });
      await person.get(ownPathOf(await identityProvider.answerConsent(started.location!, 'agree')));
      expect(await isSignedIn(person)).toBe(true);
    };
    const { email } = identityProvider.account;
    const zone = async () => rows(celeste, `SELECT time_zone FROM users WHERE email = '${email}'`);
    await signInFrom(timeZone);
    expect(await zone()).toEqual([{ time_zone: expected }]);
    await signInFrom('Europe/Lisbon');
    expect(await zone()).toEqual([{ time_zone: expected }]);
  });

  it.each(['/login', '/signup'])('keeps the campaign of %s for a new account', async (page) => {
    const person = somebody();
    const { body } = await person.get(`${page}?utm_source=boletim`);
    expect(body).toMatch(/action="\/auth\/\w+\?utm_source=boletim"[\s\S]*name="leadOrigin" value="boletim"/);
    const signInWith = async (leadOrigin: string) => {
      const started = await person.post(`/auth/${provider}?utm_source=boletim`, { leadOrigin });
      await person.get(ownPathOf(await identityProvider.answerConsent(started.location!, 'agree')));
    };
    const origin = () =>
      rows(celeste, `SELECT lead_origin FROM users WHERE email = '${identityProvider.account.email}'`);
    await signInWith('boletim');
    expect(await origin()).toEqual([{ lead_origin: 'boletim' }]);
    await person.post('/logout');
    await signInWith('outro');
    expect(await origin()).toEqual([{ lead_origin: 'boletim' }]);
  });

  it('redirects to the provider and changes nothing, whatever the Host header says', async () => {
    const before = await readAllData(celeste);
    const started = await start(somebody(), '', { 'X-Forwarded-Host': 'evil.example' });
    expect(started.status).toBe(303);
    const { origin, pathname, searchParams } = new URL(started.location!);
    expect(origin + pathname).toBe(identityProvider.address + PATHS[provider]);
    expect(searchParams.get('redirect_uri')).toBe(`${celeste.address}/auth/${provider}/callback`);
    expect(searchParams.get('state')).toMatch(/^[\da-f-]{36}$/);
    expect(searchParams.get('scope')).toMatch(/openid/);
    expect(searchParams.has('code_challenge')).toBe(provider === 'google');
    expect(cookieOf(started, 'identity')).toMatch(/; Max-Age=900; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await readAllData(celeste)).toEqual(before);
    const again = await start(somebody());
    expect(new URL(again.location!).searchParams.get('state')).not.toBe(searchParams.get('state'));
  });

  it('starts at the origin of the OAuth callback', async () => {
    const elsewhere = new TestUser(celeste.address.replace('127.0.0.1', 'localhost'));
    const answer = await elsewhere.post(`/auth/${provider}?returnTo=%2Fwallet`);
    expect([answer.status, answer.location]).toEqual([303, `${celeste.address}/login?returnTo=%2Fwallet`]);
  });

  it('does not start by a GET', async () => {
    const answer = await somebody().get(`/auth/${provider}`);
    expect([answer.location, cookieOf(answer, 'identity')]).toEqual(['/', undefined]);
  });

  it('creates an account for a new user, with its trial minutes', async () => {
    Object.assign(identityProvider.account, {
      name: '  Ana\u0000 \n de  Souza ',
      email: ` ${identityProvider.account.email} `,
    });
    const person = somebody();
    const answer = await signIn(person);
    expect([answer.status, answer.location]).toEqual([303, '/']);
    expect(await sessionOf(person)).toEqual({
      email: identityProvider.account.email!.trim(),
      name: 'Ana de Souza',
      method: provider,
    });
    const page = textOf((await person.get('/transcriptions')).body);
    expect(page).toContain('Tempo de transcrição restante: 30 min');
    expect(await isSignedIn(person)).toBe(true);
    expect(
      await rows(
        celeste,
        `SELECT provider FROM identities WHERE subject = '${identityProvider.account.sub}'`,
      ),
    ).toEqual([{ provider }]);
  });

  it('uses the e-mail as the name when the provider has none, and truncates a long name', async () => {
    delete identityProvider.account.name;
    await signIn(somebody());
    const long = {
      ...identityProvider.account,
      sub: randomUUID(),
      email: newEmail(),
      name: '🙂'.repeat(200),
    };
    const [nameless] = await rows(
      celeste,
      `SELECT name FROM users WHERE email = '${identityProvider.account.email}'`,
    );
    expect(nameless!.name).toBe(identityProvider.account.email!.split('@')[0]);
    identityProvider.account = long;
    await signIn(somebody());
    const [named] = await rows(celeste, `SELECT name FROM users WHERE email = '${long.email}'`);
    expect(named!.name).toBe('🙂'.repeat(120));
  });

  it('links to the account of a verified e-mail, in any case, and later finds it by subject', async () => {
    const { email } = await signUp(celeste, 'Rui Barbosa');
    const account = { email, name: 'Rui Barbosa', method: provider };
    identityProvider.account.email = email.toUpperCase();
    const person = somebody();
    await signIn(person);
    expect(await sessionOf(person)).toEqual(account);

    const moved = newEmail();
    Object.assign(identityProvider.account, { email: moved, email_verified: false });
    const later = somebody();
    expect((await signIn(later)).location).toBe('/');
    expect(await sessionOf(later)).toEqual(account);
    expect(await rows(celeste, `SELECT id FROM users WHERE email = '${moved}'`)).toEqual([]);
  });

  it("compares the provider's subject exactly", async () => {
    identityProvider.account.sub = `abc${randomUUID()}XYZ`;
    await signIn(somebody());
    const other = newEmail();
    Object.assign(identityProvider.account, {
      sub: identityProvider.account.sub.toLowerCase(),
      email: other,
    });
    const person = somebody();
    await signIn(person);
    expect(await sessionOf(person)).toMatchObject({ email: other });
  });

  it.each([
    ['false', { email_verified: false }],
    ['said nothing about', { email_verified: undefined }],
    ['"false"', { email_verified: 'false' }],
    ['nonsense', { email_verified: 'yes please' }],
    ['no address', { email: 'ana@', email_verified: true }],
    ['no e-mail', { email: undefined, email_verified: true }],
  ])('neither creates nor finds an account by an e-mail whose verification is %s', async (_case, claims) => {
    Object.assign(identityProvider.account, claims);
    const newcomer = somebody();
    await expectTurnedAway(newcomer, () => signIn(newcomer), unverified);
    const { email } = await signUp(celeste);
    if (identityProvider.account.email_verified === true) return;
    identityProvider.account.email = email;
    const impostor = somebody();
    await expectTurnedAway(impostor, () => signIn(impostor), unverified);
  });

  it('accepts `email_verified` as a string', async () => {
    identityProvider.account.email_verified = 'true';
    const person = somebody();
    await signIn(person);
    expect(await sessionOf(person)).toMatchObject({ email: identityProvider.account.email });
  });

  it('rejects a deleted account', async () => {
    const { email } = await signUp(celeste);
    identityProvider.account.email = email;
    const remove = () => change(celeste, `UPDATE users SET deleted_at = created_at WHERE email = '${email}'`);
    await remove();
    const byEmail = somebody();
    await expectTurnedAway(byEmail, () => signIn(byEmail), 'Verifique seus dados e tente novamente');

    await change(celeste, `UPDATE users SET deleted_at = NULL WHERE email = '${email}'`);
    const member = somebody();
    await signIn(member);
    expect(await isSignedIn(member)).toBe(true);
    await remove();
    expect(await isSignedIn(member)).toBe(false);
    const bySubject = somebody();
    await expectTurnedAway(bySubject, () => signIn(bySubject), 'Verifique seus dados e tente novamente');
  });

  describe('rejects an OAuth callback:', () => {
    const changed = (callback: string, params: Record<string, string | null>) => {
      const query = new URLSearchParams(callback.split('?')[1]);
      for (const [name, value] of Object.entries(params)) {
        if (value === null) query.delete(name);
        else query.set(name, value);
      }
      return `${callback.split('?')[0]}?${query}`;
    };

    it.each([
      ['without a state', { state: null }],
      ['with an empty state', { state: '' }],
      ['with another state', { state: randomUUID() }],
      ['without a code', { code: null }],
      ['with a code that nobody gave', { code: randomUUID() }],
    ])('%s', async (_case, params) => {
      const person = somebody();
      const callback = await agree(person);
      await expectTurnedAway(person, () => person.get(changed(callback, params)), failed);
      // The OAuth state is consumed, so that a valid callback afterwards fails too.
      await expectTurnedAway(person, () => person.get(callback), failed);
    });

    it('in a browser without an OAuth state', async () => {
      const callback = await agree(somebody());
      const victim = somebody();
      await expectTurnedAway(victim, () => victim.get(callback), failed);
    });

    it('in a browser with the OAuth state of another sign-in', async () => {
      const callback = await agree(somebody());
      const victim = somebody();
      await start(victim);
      await expectTurnedAway(victim, () => victim.get(callback), failed);
    });

    it('replayed, also with the cookie of the first time', async () => {
      const person = somebody();
      const callback = await agree(person);
      const cookie = person.cookieHeader();
      expect((await person.get(callback)).location).toBe('/');
      const thief = somebody();
      await expectTurnedAway(thief, () => thief.get(callback), failed);
      const again = await fetch(celeste.address + callback, { redirect: 'manual', headers: { cookie } });
      expect(again.headers.get('Location')).toBe('/login');
      expect(again.headers.getSetCookie().join()).not.toContain('session=');
    });

    it('with a code issued to another client', async () => {
      const person = somebody();
      const callback = await agree(person);
      const code = identityProvider.issueCode(OTHER_SITE);
      await expectTurnedAway(person, () => person.get(changed(callback, { code })), failed);
    });

    it('from another identity provider (mix-up)', async () => {
      const other = provider === 'google' ? 'linkedin' : 'google';
      providers[other].account = { ...identityProvider.account };
      const person = somebody();
      const callback = await agree(person);
      const code = providers[other].issueCode(sites[other]);
      const turned = changed(callback.replace(provider, other), { code });
      const messageOfOther = failed.replace(PROVIDER_NAMES[provider], PROVIDER_NAMES[other]);
      await expectTurnedAway(person, () => person.get(turned), messageOfOther);
    });

    it('with a tampered cookie', async () => {
      const person = somebody();
      const callback = await agree(person);
      const [value, signature] = decodeURIComponent(person.cookieHeader().split('identity=')[1]!).split('.');
      const oauthState = JSON.parse(Buffer.from(value!, 'base64').toString());
      const forged = Buffer.from(JSON.stringify({ ...oauthState, returnTo: '/wallet' })).toString('base64');
      for (const pair of [forged, `${forged}.${signature}`, value]) {
        const answer = await fetch(celeste.address + callback, {
          redirect: 'manual',
          headers: { cookie: `identity=${encodeURIComponent(pair!)}` },
        });
        expect(answer.headers.get('Location')).toBe('/login');
      }
    });

    it('with a code intercepted from another browser (PKCE)', async () => {
      const victim = somebody();
      const caught = new URLSearchParams((await agree(victim)).split('?')[1]).get('code')!;
      const thief = somebody();
      const callback = await agree(thief);
      await expectTurnedAway(thief, () => thief.get(changed(callback, { code: caught })), failed);
    });

    if (provider === 'linkedin')
      it.each([
        ['for another sign-in', { nonce: 'another' }],
        ['for another site', { aud: OTHER_SITE.id }],
        ['for another person', { sub: 'another' }],
        ['that has expired', { exp: 1 }],
        ['without a person', { sub: undefined }],
      ])('with an ID token %s', async (_case, claims) => {
        const person = somebody();
        const callback = await agree(person);
        identityProvider.idToken = claims;
        await expectTurnedAway(person, () => person.get(callback), failed);
      });
  });

  it('sends a new nonce each time, which the provider may omit from the ID token', async () => {
    const nonceOf = async () => new URL((await start(somebody())).location!).searchParams.get('nonce');
    // Google uses PKCE instead.
    if (provider === 'google') return expect(await nonceOf()).toBeNull();
    expect(await nonceOf()).toMatch(/^[\w-]{43}$/);
    expect(await nonceOf()).not.toBe(await nonceOf());
    identityProvider.idToken = { nonce: undefined };
    const person = somebody();
    await signIn(person);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('reports that the user declined, and keeps the return path', async () => {
    const person = somebody();
    const started = await start(person, '?returnTo=%2Fwallet');
    const callback = ownPathOf(await identityProvider.answerConsent(started.location!, 'cancel'));
    await expectTurnedAway(person, () => person.get(callback), cancelled);
    const again = await start(person, '?returnTo=%2Fwallet');
    const turned = await person.get(
      ownPathOf(await identityProvider.answerConsent(again.location!, 'cancel')),
    );
    expect(turned.location).toBe('/login?returnTo=%2Fwallet');
  });

  it('shows errors in the interface language', async () => {
    const person = somebody();
    await person.post('/language', { lang: 'en' });
    await expectTurnedAway(
      person,
      () => person.get(`/auth/${provider}/callback?code=x&state=y`),
      `We could not log you in with ${PROVIDER_NAMES[provider]}. Try again or log in with your email.`,
    );
  });

  it.each<[string, { token?: Fault; userInfo?: Fault }]>([
    ['does not answer', provider === 'google' ? { token: 'silence' } : { userInfo: 'silence' }],
    ['fails at a code', { token: 'error' }],
    ['fails at a person', { userInfo: 'error' }],
    ['talks nonsense of a code', { token: 'garbage' }],
    ['talks nonsense of a person', { userInfo: 'garbage' }],
    ['says nothing of a code', { token: 'emptiness' }],
    ['says nothing of a person', { userInfo: 'emptiness' }],
  ])('reports an error when the provider %s', async (_case, faults) => {
    const person = somebody();
    const callback = await agree(person);
    identityProvider.faults = faults;
    await expectTurnedAway(person, () => person.get(callback), failed);
    identityProvider.faults = {};
    await signIn(person);
    expect(await isSignedIn(person)).toBe(true);
  });

  it('reports an error when the client secret is wrong', async () => {
    const person = somebody();
    const callback = await agree(person);
    const { secret } = sites[provider];
    sites[provider].secret = 'another one';
    await expectTurnedAway(person, () => person.get(callback), failed);
    sites[provider].secret = secret;
  });

  it('logs neither code, state, secret nor user', async () => {
    const person = somebody();
    const callback = await agree(person);
    await person.get(callback.replace('state=', 'state=x'));
    await signIn(person);
    const log = await logOf(celeste);
    expect(log).toContain(`"path":"/auth/${provider}/callback"`);
    const { code, state } = Object.fromEntries(new URLSearchParams(callback.split('?')[1]));
    const { email, sub } = identityProvider.account;
    for (const kept of [code, state, sites[provider].secret, email, sub]) expect(log).not.toContain(kept);
  });

  it('redirects to the return path, and never to another site', async () => {
    const person = somebody();
    const asked = await person.get('/transcriptions?limit=12');
    const search = asked.location!.slice('/login'.length);
    const login = await person.get(asked.location!);
    expect(login.body).toContain(`action="/auth/${provider}${search}"`);
    expect((await signIn(person, search)).location).toBe('/transcriptions?limit=12');
    for (const evil of ['//evil.example', '/\\evil.example', 'https://evil.example', 'javascript:alert(1)']) {
      const answer = await signIn(somebody(), `?${new URLSearchParams({ returnTo: evil })}`);
      expect([evil, answer.location]).toEqual([evil, '/']);
    }
  });

  it('redirects a signed-in user', async () => {
    const answer = await start(await signUp(celeste));
    expect([answer.location, cookieOf(answer, 'identity')]).toEqual(['/', undefined]);
  });

  it("applies the account's language", async () => {
    const { email } = await signUp(celeste);
    await change(celeste, `UPDATE users SET language = 'en' WHERE email = '${email}'`);
    identityProvider.account.email = email;
    const person = somebody();
    await signIn(person);
    expect((await person.get('/transcriptions')).body).toContain('<html lang="en">');
  });

  it("creates an account in the visitor's language", async () => {
    const person = somebody();
    await person.post('/language', { lang: 'en' });
    await signIn(person);
    expect(
      await rows(celeste, `SELECT language FROM users WHERE email = '${identityProvider.account.email}'`),
    ).toEqual([{ language: 'en' }]);
  });

  it('offers to sign out of the provider too, once', async () => {
    const person = somebody();
    await signIn(person);
    const left = await person.post('/logout');
    expect([left.status, left.location]).toEqual([303, `/login?left=${provider}`]);
    const login = await person.get(left.location!);
    expect(textOf(login.body)).toContain(
      `Sua conta do ${PROVIDER_NAMES[provider]} continua conectada neste navegador.`,
    );
    expect(linksOf(login.body)).toContain(identityProvider.address + LOGOUTS[provider]);
    expect(linksOf((await person.get('/login')).body)).not.toContain(
      identityProvider.address + LOGOUTS[provider],
    );
  });
});

describe('identity providers that are not configured', () => {
  it.each(['/auth/facebook', '/auth/constructor', '/auth/Google'])(
    '%s redirects to the login page',
    async (path) => {
      for (const answer of [
        await somebody().post(path),
        await somebody().get(`${path}/callback?code=1&state=2`),
      ]) {
        expect([answer.status, answer.location]).toEqual([302, '/login']);
        expect(cookieOf(answer, 'identity')).toBeUndefined();
      }
      expect((await somebody().get('/login?left=facebook')).status).toBe(200);
    },
  );

  it('are not offered without settings', async () => {
    const plain = await sharedCeleste();
    for (const page of ['/login', '/signup', '/login?left=google']) {
      const { body } = await new TestUser(plain.address).get(page);
      expect(body).not.toMatch(/Google|LinkedIn/);
    }
    const person = new TestUser(plain.address);
    expect((await person.post('/auth/google')).location).toBe('/login');
    expect((await person.get('/auth/google/callback')).location).toBe('/login');
  });
});
