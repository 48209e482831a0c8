import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
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
import { signUp, TestUser } from '@/tests/support/test-user';
import { change, logOf, readAllData, rows } from '../platform/data-dir';
import { ApiClient } from './api-client';

const PATHS = { google: '/auth/google/authentication', linkedin: '/auth/linkedin/profile' };

let { celeste, sites, providers, stop } = {} as WithProviders;
let guest: ApiClient;

beforeAll(async () => {
  ({ celeste, sites, providers, stop } = await startWithProviders());
  guest = new ApiClient(celeste.address);
});

afterAll(() => stop());

beforeEach(() => {
  for (const provider of Object.values(providers)) provider.account = newAccount();
});

afterEach(() => {
  for (const provider of Object.values(providers)) provider.faults = {};
});

const dataOf = ({ body }: { body: unknown }) => (body as { data: string }).data;

/** Expects an error, and that nothing was written. */
async function expectRefused(path: string, body: object, status: number, code: string) {
  const before = await readAllData(celeste);
  const answer = await guest.post(path, body);
  expect(answer).toMatchObject({ status, body: { code } });
  expect(await readAllData(celeste)).toEqual(before);
  return answer.body as { message: string };
}

describe.each(Object.keys(PROVIDER_NAMES) as Provider[])('a token of %s', (provider) => {
  const path = PATHS[provider];
  const invalid = 'account.identity-token-invalid';
  let company: IdentityProvider;

  beforeEach(() => {
    company = providers[provider];
  });

  const signIn = (site = sites[provider]) => guest.post(path, { access_token: company.issueToken(site) });

  it('makes an account with its trial minutes, and finds it again', async () => {
    const answer = await signIn();
    expect(answer.status).toBe(200);
    const { email } = company.account;
    expect(decodeJwt(dataOf(answer))).toMatchObject({ email, name: 'Ana Souza', confirmed_mail: true });
    const hers = new ApiClient(celeste.address, dataOf(answer));
    expect((await hers.get('/wallet/balance')).body).toMatchObject({ funds: 1_800_000 });
    expect((await signIn()).status).toBe(200);
    const found = await rows(
      celeste,
      `SELECT sessions.method FROM sessions JOIN users ON users.id = user_id WHERE email = '${email}'`,
    );
    expect(found).toEqual([{ method: provider }, { method: provider }]);
  });

  it('opens the account of a confirmed e-mail, which its identity opens from then on', async () => {
    const rui = await signUp(celeste, 'Rui Barbosa');
    company.account.email = rui.email.toUpperCase();
    expect(decodeJwt(dataOf(await signIn()))).toMatchObject({ email: rui.email, name: 'Rui Barbosa' });
    Object.assign(company.account, { email: `${randomUUID()}@example.com`, email_verified: false });
    expect(decodeJwt(dataOf(await signIn()))).toMatchObject({ email: rui.email });
  });

  it('makes one account for several calls at once', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => signIn()));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    const { email } = company.account;
    expect(await rows(celeste, `SELECT id FROM users WHERE email = '${email}'`)).toHaveLength(1);
  });

  it('is refused when it is for another application', async () => {
    const { email } = await signUp(celeste);
    company.account.email = email;
    const { message } = await expectRefused(
      path,
      { access_token: company.issueToken(OTHER_SITE) },
      400,
      invalid,
    );
    expect(message).toContain(PROVIDER_NAMES[provider]);
  });

  it('is refused when it has expired, and when nobody gave it', async () => {
    const token = company.issueToken(sites[provider]);
    company.expireTokens();
    await expectRefused(path, { access_token: token }, 400, invalid);
    await expectRefused(path, { access_token: randomUUID() }, 400, invalid);
  });

  it('is refused by the other provider', async () => {
    const other = provider === 'google' ? 'linkedin' : 'google';
    const token = company.issueToken(sites[provider]);
    await expectRefused(PATHS[other], { access_token: token }, 400, invalid);
  });

  it.each([
    ['false', { email_verified: false }],
    ['"false"', { email_verified: 'false' }],
    ['said nothing about', { email_verified: undefined }],
    ['no e-mail', { email: undefined }],
  ])('neither makes nor opens an account by an e-mail whose confirmation is %s', async (_case, claims) => {
    const { email } = await signUp(celeste);
    Object.assign(company.account, { email }, claims);
    const token = company.issueToken(sites[provider]);
    await expectRefused(path, { access_token: token }, 400, 'account.identity-unverified');
  });

  it('opens no account that was deleted', async () => {
    await signIn();
    await change(
      celeste,
      `UPDATE users SET deleted_at = created_at WHERE email = '${company.account.email}'`,
    );
    const token = company.issueToken(sites[provider]);
    await expectRefused(path, { access_token: token }, 400, 'account.login-failed');
  });

  it.each([
    {},
    { access_token: '' },
    { access_token: 'a b' },
    { access_token: 'a\r\nHost: b' },
    { access_token: 1 },
  ])('is not %j', async (body) => {
    await expectRefused(path, body, 400, 'api.fields-invalid');
  });

  it.each<[string, { userInfo?: Fault; tokenInfo?: Fault }]>([
    ['does not answer', { tokenInfo: 'silence' }],
    ['fails at a token', { tokenInfo: 'error' }],
    ['fails at a person', { userInfo: 'error' }],
    ['talks nonsense', { tokenInfo: 'garbage' }],
    ['says nothing of a token', { tokenInfo: 'emptiness' }],
    ['says nothing of a person', { userInfo: 'emptiness' }],
  ])('is not to blame when the provider %s', async (_case, faults) => {
    company.faults = faults;
    const token = company.issueToken(sites[provider]);
    const begunAt = Date.now();
    await expectRefused(path, { access_token: token }, 503, 'account.identity-failed');
    expect(Date.now() - begunAt).toBeLessThan(10_000);
    company.faults = {};
    expect((await guest.post(path, { access_token: token })).status).toBe(200);
  });

  it('and its person stay out of the log', async () => {
    const token = company.issueToken(sites[provider]);
    await guest.post(path, { access_token: token });
    company.faults = { userInfo: 'error' };
    await guest.post(path, { access_token: token });
    const log = await logOf(celeste);
    expect(log).toContain('userinfo answered 500');
    const { email, sub } = company.account;
    for (const kept of [token, sites[provider].secret, email, sub]) expect(log).not.toContain(kept);
  });
});

describe('the answer about a token', () => {
  afterEach(() => {
    for (const provider of Object.values(providers)) provider.tokenInfo = {};
  });

  it.each<[string, Provider, Record<string, unknown>, number, string]>([
    ['for a user of another application', 'google', { azp: OTHER_SITE.id }, 400, 'token-invalid'],
    ['for another application', 'google', { aud: OTHER_SITE.id }, 400, 'token-invalid'],
    ['that has expired', 'google', { exp: '1' }, 400, 'token-invalid'],
    ['of an e-mail not confirmed', 'google', { email_verified: 'false' }, 400, 'unverified'],
    ['of nobody’s application', 'google', { aud: undefined }, 503, 'failed'],
    ['of another person', 'google', { sub: 'another' }, 503, 'failed'],
    ['of another application', 'linkedin', { client_id: OTHER_SITE.id }, 400, 'token-invalid'],
    ['of no application', 'linkedin', { client_id: undefined }, 400, 'token-invalid'],
    ['that has ended', 'linkedin', { active: false }, 400, 'token-invalid'],
    ['whose time has passed', 'linkedin', { expires_at: 1 }, 400, 'token-invalid'],
    ['as a text', 'linkedin', { active: 'true' }, 503, 'failed'],
  ])('opens nothing: one %s, by %s', async (_case, provider, said, status, code) => {
    providers[provider].tokenInfo = said;
    const token = providers[provider].issueToken(sites[provider]);
    await expectRefused(PATHS[provider], { access_token: token }, status, `account.identity-${code}`);
  });
});

describe('a code of LinkedIn', () => {
  const path = '/auth/linkedin/access_token';
  const given = (values: object = {}) => ({
    code: providers.linkedin.issueCode(sites.linkedin),
    redirect_uri: sites.linkedin.redirectUri,
    ...values,
  });

  it('is exchanged, once, for the token of the next call', async () => {
    const body = given();
    const exchanged = await guest.post(path, body);
    expect(exchanged.status).toBe(200);
    const answer = await guest.post(PATHS.linkedin, { access_token: dataOf(exchanged) });
    expect(decodeJwt(dataOf(answer))).toMatchObject({ email: providers.linkedin.account.email });
    await expectRefused(path, body, 400, 'account.identity-token-invalid');
  });

  it('is refused when it is for another application, or nobody gave it', async () => {
    const code = providers.linkedin.issueCode(OTHER_SITE);
    await expectRefused(path, given({ code }), 400, 'account.identity-token-invalid');
    await expectRefused(path, given({ code: randomUUID() }), 400, 'account.identity-token-invalid');
  });

  it.each([
    ["a stranger's", () => OTHER_SITE.redirectUri],
    ['that of Google', () => sites.google.redirectUri],
    ['longer', () => `${sites.linkedin.redirectUri}/..`],
    ['with a query', () => `${sites.linkedin.redirectUri}?next=https://other.example`],
    ['empty', () => ''],
  ])('is refused with a redirect_uri that is %s', async (_case, redirectUri) => {
    const code = providers.linkedin.issueCode(sites.linkedin);
    const body = { code, redirect_uri: redirectUri() };
    await expectRefused(path, body, 400, 'account.identity-redirect-invalid');
    expect((await guest.post(path, given({ code }))).status).toBe(200);
  });

  it('is refused when a page began it, for one browser', async () => {
    const started = await new TestUser(celeste.address).post('/auth/linkedin');
    const callback = await providers.linkedin.answerConsent(started.location!, 'agree');
    const code = new URL(callback).searchParams.get('code');
    await expectRefused(path, given({ code }), 400, 'account.identity-token-invalid');
  });

  it.each([{}, { code: '' }, { redirect_uri: undefined }, { code: 'x'.repeat(3000) }])(
    'is not %j',
    async (values) => {
      const body = Object.keys(values).length > 0 ? given(values) : {};
      await expectRefused(path, body, 400, 'api.fields-invalid');
    },
  );

  it.each<Fault>(['silence', 'error', 'garbage', 'emptiness'])('meets a provider with %s', async (fault) => {
    providers.linkedin.faults = { token: fault };
    await expectRefused(path, given(), 503, 'account.identity-failed');
  });

  it('meets a provider that refuses our secret', async () => {
    const body = given();
    const { secret } = sites.linkedin;
    sites.linkedin.secret = 'another one';
    await expectRefused(path, body, 503, 'account.identity-failed');
    sites.linkedin.secret = secret;
  });
});

it('providers that are not configured say so', async () => {
  const plain = new ApiClient((await sharedCeleste()).address);
  const calls: [string, object, string][] = [
    [PATHS.google, { access_token: 'x' }, 'Google'],
    [PATHS.linkedin, { access_token: 'x' }, 'LinkedIn'],
    ['/auth/linkedin/access_token', { code: 'x', redirect_uri: 'https://other.example' }, 'LinkedIn'],
  ];
  for (const [path, body, name] of calls) {
    const answer = await plain.post(path, body);
    expect(answer).toMatchObject({ status: 503, body: { code: 'account.identity-not-configured' } });
    expect((answer.body as { message: string }).message).toContain(name);
  }
});
