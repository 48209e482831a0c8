import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { type FakeGoogle, startFakeGoogle } from '@/tests/support/fake-google';
import { signUp } from '@/tests/support/test-user';
import { type MeetingUser, signUpMeetingUser } from '../meeting/meetings';
import { change, rows } from '../platform/data-dir';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

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
async function signIn(email: string): Promise<ApiClient> {
  const guest = new ApiClient(celeste.address);
  await guest.post('/mail/send-code', { email });
  const { code } = await celeste.mailTo(email);
  const { body } = await guest.post('/auth/login', { email, code });
  return new ApiClient(celeste.address, (body as { data: string }).data);
}

const CALLS = [
  ['GET', '/google/access-token', undefined],
  ['POST', '/google/access-token', { access_token: 'a', refresh_token: 'b' }],
  ['DELETE', '/google/access-token', undefined],
  ['POST', '/google/refresh-token', undefined],
] as const;

const tokens = () => {
  const { accessToken: access_token, refreshToken: refresh_token } = google.grant(ana.email);
  return { access_token, refresh_token };
};

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
