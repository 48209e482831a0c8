import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste, startCeleste } from '@/tests/support/celeste';
import { type FakeGoogle, startFakeGoogle } from '@/tests/support/fake-google';
import { signUp } from '@/tests/support/test-user';
import { signUpAdmin } from '../admin/administrator';
import { type MeetingUser, signUpMeetingUser } from '../meeting/meetings';
import { change, rows } from '../platform/data-dir';
import { addToken } from './add-token';
import { ApiClient } from './api-client';
import { signInByCode } from './sign-in';

let google: FakeGoogle;
let celeste: RunningCeleste;
let ana: MeetingUser;
let api: ApiClient;

beforeAll(async () => {
  google = await startFakeGoogle();
  celeste = await startCeleste({ command: 'web', env: google.env });
});

afterAll(async () => {
  await celeste.stop();
  await google.close();
});

beforeEach(async () => {
  google.calm();
  await change(celeste, 'DELETE FROM rate_limits');
  ana = await signUpMeetingUser(celeste);
  api = await signIn(ana.email);
});

/** A program with the token of a sign-in. */
const signIn = async (email: string, at = celeste): Promise<ApiClient> =>
  new ApiClient(at.address, await signInByCode(at, email));

const CALLS = [
  ['GET', '/google/access-token', undefined],
  ['POST', '/google/access-token', { access_token: 'a', refresh_token: 'b' }],
  ['DELETE', '/google/access-token', undefined],
  ['POST', '/google/refresh-token', undefined],
] as const;

const tokens = (scope?: string, email = ana.email) => {
  const { accessToken: access_token, refreshToken: refresh_token } = google.grant(email, scope);
  return { access_token, refresh_token };
};

const LINK = '/google/access-token';
const RENEWAL = '/google/refresh-token';

const cryptoOf = async (email: string) =>
  String((await rows(celeste, `SELECT public_id FROM users WHERE email = '${email}'`))[0]!.public_id);

describe('calls about the calendar', () => {
  it.each(CALLS)(
    '%s %s takes the token of a sign-in alone, with a subscription',
    async (method, path, body) => {
      const call = async (client: ApiClient) => (await client.call(method, path, body)).status;
      expect(await call(new ApiClient(celeste.address))).toBe(401);
      expect(await call(new ApiClient(celeste.address, await addToken(celeste, ana)))).toBe(403);
      const trial = await (await signIn((await signUp(celeste)).email)).call(method, path, body);
      expect(trial).toMatchObject({ status: 403, body: { code: 'api.subscription-required' } });
    },
  );

  it('link a calendar, give and renew its access, and unlink it', async () => {
    expect((await api.get('/google/access-token')).body).toEqual({ access_token: null });
    expect((await api.post('/google/refresh-token')).body).toMatchObject({ code: 'calendar.not-linked' });
    expect((await api.post('/google/access-token', tokens())).status).toBe(204);
    const given = (await api.get('/google/access-token')).body as { access_token: string };
    expect((await api.get('/google/access-token')).body).toEqual(given);
    const renewed = (await api.post('/google/refresh-token')).body as { access_token: string };
    expect(renewed.access_token).not.toBe(given.access_token);
    expect((await api.get('/google/access-token')).body).toEqual(renewed);
    const [link] = await rows(celeste, 'SELECT sealed_tokens FROM calendar_links ORDER BY id DESC LIMIT 1');
    expect(String(link!.sealed_tokens)).not.toContain(renewed.access_token);
    expect((await api.delete('/google/access-token')).status).toBe(204);
    expect((await api.delete('/google/access-token')).status).toBe(204);
    expect((await api.get('/google/access-token')).body).toEqual({ access_token: null });
    expect(google.mistakes).toEqual([]);
  });

  it('link nothing by the token of another application, or one that has ended', async () => {
    const mine = tokens();
    for (const refresh_token of ['1//of-another-application', 'x'.repeat(4096)]) {
      const answer = await api.post('/google/access-token', { ...mine, refresh_token });
      expect(answer).toMatchObject({ status: 400, body: { code: 'calendar.token-invalid' } });
    }
    google.revokeAccess(ana.email);
    expect((await api.post('/google/access-token', mine)).status).toBe(400);
    expect((await api.post('/google/access-token', { access_token: 'a' })).status).toBe(400);
    expect((await api.get('/google/access-token')).body).toEqual({ access_token: null });
  });

  it.each<[string, { status: number; reason: string }]>([
    ['malformed', { status: 400, reason: 'invalid_request' }],
    ['forbidden by the rules of a company', { status: 403, reason: 'admin_policy_enforced' }],
  ])('link nothing by a token that is %s', async (_case, fault) => {
    google.fail('token', fault);
    const answer = await api.post(LINK, { access_token: 'a', refresh_token: 'ação\u0000\n' });
    expect(answer).toMatchObject({
      status: 400,
      body: { code: 'calendar.token-invalid', errors: { refresh_token: expect.any(String) } },
    });
    expect((await api.get(LINK)).body).toEqual({ access_token: null });
  });

  it.each(['openid', 'https://www.googleapis.com/auth/calendar.readonly'])(
    'link nothing by a token that allows %s alone',
    async (scope) => {
      expect(await api.post(LINK, tokens(scope))).toMatchObject({
        status: 400,
        body: { code: 'calendar.scope-missing', errors: { refresh_token: expect.any(String) } },
      });
      expect((await api.get(LINK)).body).toEqual({ access_token: null });
    },
  );

  it.each([
    {},
    { refresh_token: 'b' },
    { access_token: 'a' },
    { access_token: '', refresh_token: 'b' },
    { access_token: 'a', refresh_token: '' },
    { access_token: 'a', refresh_token: 7 },
    { access_token: ['a'], refresh_token: 'b' },
    { access_token: 'a', refresh_token: 'x'.repeat(4097) },
    [],
    null,
  ])('ask Google nothing about %j', async (body) => {
    expect(await api.post(LINK, body)).toMatchObject({ status: 400, body: { code: 'api.fields-invalid' } });
    expect(google.requests).toEqual([]);
  });

  it('refuse broken and huge bodies', async () => {
    expect((await api.post(LINK, '{"access_token":')).body).toMatchObject({ code: 'api.body-not-json' });
    const huge = { access_token: 'a', refresh_token: 'x'.repeat(100_000) };
    expect(await api.post(LINK, huge)).toMatchObject({ status: 413, body: { code: 'api.body-too-large' } });
    expect(google.requests).toEqual([]);
  });

  it('keep what was linked when another token is refused', async () => {
    await api.post(LINK, tokens());
    const { body } = await api.get(LINK);
    expect((await api.post(LINK, { access_token: 'a', refresh_token: 'b' })).status).toBe(400);
    expect((await api.post(LINK, tokens('openid'))).status).toBe(400);
    expect((await api.get(LINK)).body).toEqual(body);
  });

  it('tell nothing of the calendar of another account, and leave it', async () => {
    await api.post(LINK, tokens());
    const { body } = await api.get(LINK);
    const his = await signIn((await signUpMeetingUser(celeste, { name: 'Rui Lima' })).email);
    expect((await his.get(LINK)).body).toEqual({ access_token: null });
    expect((await his.post(RENEWAL)).body).toMatchObject({ code: 'calendar.not-linked' });
    expect((await his.delete(LINK)).status).toBe(204);
    expect((await api.get(LINK)).body).toEqual(body);
  });

  it('end with the session of their token', async () => {
    await api.post(LINK, tokens());
    const { body: given } = await api.get(LINK);
    await change(celeste, 'DELETE FROM sessions');
    for (const [method, path, body] of CALLS)
      expect(await api.call(method, path, body)).toMatchObject({
        status: 401,
        body: { code: 'api.token-invalid' },
      });
    expect((await (await signIn(ana.email)).get(LINK)).body).toEqual(given);
  });

  it('are closed to an administrator who acts as the owner', async () => {
    await api.post(LINK, tokens());
    const admin = await signUpAdmin(celeste);
    const cryptos = { cryptoUser: await cryptoOf(ana.email), cryptoAdmin: await cryptoOf(admin.email) };
    const theirs = await signIn(admin.email);
    const { body: acted } = await theirs.post('/auth/login-admin-as-user', cryptos);
    const acting = new ApiClient(celeste.address, (acted as { data: string }).data);
    expect((await acting.get('/wallet/balance')).status).toBe(200);
    google.requests.length = 0;
    for (const [method, path, body] of CALLS)
      expect(await acting.call(method, path, body)).toMatchObject({
        status: 403,
        body: { code: 'account.owner-only' },
      });
    expect(google.requests).toEqual([]);
    expect((await api.get(LINK)).body).toEqual({ access_token: expect.any(String) });
  });

  it('renew the access a few times a minute', async () => {
    await api.post(LINK, tokens());
    for (let renewed = 0; renewed < 5; renewed += 1) expect((await api.post(RENEWAL)).status).toBe(200);
    google.requests.length = 0;
    const over = await api.post(RENEWAL);
    expect(over).toMatchObject({ status: 429, body: { code: 'api.too-many' } });
    const seconds = Number(over.headers.get('Retry-After'));
    expect([seconds > 0, seconds <= 60]).toEqual([true, true]);
    expect((await (await signIn(ana.email)).post(RENEWAL)).status).toBe(429);
    expect(google.requests).toEqual([]);
    expect((await api.get(LINK)).status).toBe(200);
    const his = await signIn((await signUpMeetingUser(celeste, { name: 'Rui Lima' })).email);
    expect((await his.post(RENEWAL)).status).toBe(409);
    await change(celeste, 'UPDATE rate_limits SET ends_at = created_at');
    expect((await api.post(RENEWAL)).status).toBe(200);
  });

  it('say that Google Calendar is not set up', async () => {
    const plain = await sharedCeleste();
    const bia = await signIn((await signUpMeetingUser(plain, { name: 'Bia Reis' })).email, plain);
    for (const [method, path, body] of CALLS) {
      const { status, body: answer } = await bia.call(method, path, body);
      if (method === 'DELETE') expect(status).toBe(204);
      else expect([status, answer]).toMatchObject([503, { code: 'calendar.not-set-up' }]);
    }
    const trial = await signIn((await signUp(plain)).email, plain);
    expect((await trial.get(LINK)).body).toMatchObject({ code: 'api.subscription-required' });
  });

  it('say that the access has ended, or that Google does not answer', async () => {
    await api.post('/google/access-token', tokens());
    google.fail('token', { status: 503 }, 20);
    expect((await api.post('/google/refresh-token')).body).toMatchObject({ code: 'calendar.unavailable' });
    google.calm();
    google.revokeAccess(ana.email);
    expect((await api.post('/google/refresh-token')).body).toMatchObject({ code: 'calendar.unlinked' });
    expect((await api.get('/google/access-token')).body).toEqual({ access_token: null });
  }, 40_000);
});
