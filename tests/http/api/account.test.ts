import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, sharedCeleste } from '@/tests/support/celeste';
import { signUp, type TestUser } from '@/tests/support/test-user';
import { signUpAdmin } from '../admin/administrator';
import { change, rows } from '../platform/data-dir';
import { mainOf, textOf } from '../platform/page';
import { testRefusals } from './access-table';
import { addToken } from './add-token';
import { ApiClient } from './api-client';

let celeste: RunningCeleste;
let ana: TestUser & { email: string };
let guest: ApiClient;

beforeAll(async () => {
  celeste = await sharedCeleste();
  ana = await signUp(celeste);
  guest = new ApiClient(celeste.address);
});

const client = (token: string) => new ApiClient(celeste.address, token);
const dataOf = ({ body }: { body: unknown }) => (body as { data: string }).data;

async function requestCode(values: {
  email: string;
  name?: string;
}): Promise<{ challenge: string; code: string }> {
  const { body, status } = await guest.post('/mail/send-code', values);
  expect(status).toBe(200);
  const { challenge } = (body as { data: { challenge: string } }).data;
  const { code } = await celeste.mailTo(values.email);
  expect(JSON.stringify(body)).not.toContain(code);
  return { challenge, code };
}

async function signIn(email: string): Promise<string> {
  const answer = await guest.post('/auth/login', { email, ...(await requestCode({ email })) });
  expect(answer.status).toBe(200);
  return dataOf(answer);
}

const wrongCode = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('signing in', () => {
  it('takes the mailed code, once, and answers the token of a session', async () => {
    const { code } = await requestCode({ email: ana.email });
    const given = { email: ana.email, code };
    const wrong = await guest.post('/auth/login', { ...given, code: wrongCode(code) });
    expect(wrong).toMatchObject({ status: 400, body: { code: 'account.code-invalid' } });
    const token = dataOf(await guest.post('/auth/login', given));
    expect(decodeJwt(token)).toMatchObject({ email: ana.email, name: 'Ana Souza', confirmed_mail: true });
    expect((await client(token).get('/wallet/balance')).status).toBe(200);
    expect(await guest.post('/auth/login', given)).toMatchObject({ body: { code: 'account.code-expired' } });
  });

  it('answers alike for an address without an account', async () => {
    const email = `${randomUUID()}@example.com`;
    const unknown = await guest.post('/mail/send-code', { email });
    const known = await guest.post('/mail/send-code', { email: (await signUp(celeste)).email });
    expect([unknown.status, Object.keys((unknown.body as { data: object }).data)]).toEqual([
      known.status,
      Object.keys((known.body as { data: object }).data),
    ]);
    expect((await guest.post('/auth/login', { email, code: '123456' })).body).toMatchObject({
      code: 'account.code-invalid',
    });
  });

  it('allows five tries of a code, and none of another address’s challenge', async () => {
    const { email } = await signUp(celeste);
    const { challenge, code } = await requestCode({ email });
    const other = await guest.post('/auth/login', { email: ana.email, code, challenge });
    expect(other.body).toMatchObject({ code: 'account.code-expired' });
    expect((await guest.post('/auth/login', { email, code, challenge })).status).toBe(200);
    const again = await requestCode({ email });
    for (let tries = 0; tries < 5; tries += 1) {
      await guest.post('/auth/login', { email, code: wrongCode(again.code), challenge: again.challenge });
    }
    const last = await guest.post('/auth/login', { email, code: again.code, challenge: again.challenge });
    expect(last).toMatchObject({ status: 429, body: { code: 'account.code-too-many-tries' } });
    expect(last.headers.get('Retry-After')).not.toBeNull();
  });

  it.each([
    ['/mail/send-code', {}],
    ['/mail/send-code', { email: 'ana' }],
    ['/auth/login', { email: 'ana@example.com' }],
    ['/auth/login', { email: 'ana@example.com', code: '12345' }],
    ['/auth/register', { email: 'ana@example.com', code: '123456', name: '' }],
    ['/auth/validation', { validation_code: 'x' }],
    ['/auth/validation', { validation_code: 'x', crypto: 'y' }],
  ])('refuses %s with %j', async (path, body) => {
    expect((await guest.post(path, body)).status).toBe(400);
  });

  it('makes an account, and says that an address is taken only after the code', async () => {
    const email = `${randomUUID()}@example.com`;
    const first = await requestCode({ email, name: 'Bia Reis' });
    const made = await guest.post('/auth/register', { email, name: 'Bia Reis', ...first });
    expect(made.status).toBe(201);
    expect((await client(dataOf(made)).get('/wallet/balance')).body).toMatchObject({ funds: 1_800_000 });
    await change(celeste, 'DELETE FROM rate_limits');
    const second = await requestCode({ email, name: 'Outra' });
    const taken = { email, name: 'Outra', ...second };
    expect(
      (await guest.post('/auth/register', { ...taken, code: wrongCode(second.code) })).body,
    ).toMatchObject({
      code: 'account.code-invalid',
    });
    expect(await guest.post('/auth/register', taken)).toMatchObject({
      status: 409,
      body: { code: 'account.email-taken', message: 'O e-mail já foi utilizado!' },
    });
  });

  it('takes the two parts of the mailed link', async () => {
    await guest.post('/mail/send-code', { email: ana.email });
    const { linkPath } = await celeste.mailTo(ana.email);
    const [validation_code, crypto] = linkPath.split('/').slice(-2);
    const answer = await guest.post('/auth/validation', { validation_code, crypto });
    expect(decodeJwt(dataOf(answer))).toMatchObject({ email: ana.email });
    const wrong = [
      { validation_code, crypto },
      { validation_code: 'x', crypto },
      { validation_code, crypto: 'Zk3vQmXo0aT1bN7cR2dS9e' },
    ];
    for (const link of wrong) {
      expect(await guest.post('/auth/validation', link)).toMatchObject({
        status: 400,
        body: { code: 'account.link-invalid', errors: {} },
      });
    }
  });
});

describe('a sign-in token', () => {
  it('is refreshed by a new one, and ends', async () => {
    const token = await signIn((await signUp(celeste)).email);
    const others = await signIn((await signUp(celeste)).email);
    expect((await client(token).post('/user/refresh-token', { token: others })).status).toBe(401);
    const fresh = dataOf(await client(token).post('/user/refresh-token', { token }));
    expect((await client(token).get('/wallet/balance')).status).toBe(401);
    expect((await client(fresh).get('/wallet/balance')).status).toBe(200);
    expect((await client(fresh).post('/auth/logout')).status).toBe(204);
    expect((await client(fresh).get('/wallet/balance')).status).toBe(401);
    expect((await client(others).get('/wallet/balance')).status).toBe(200);
  });

  it('is listed among the sessions of its account, as that of a program', async () => {
    const eva = await signUp(celeste);
    const page = async () => textOf(mainOf((await eva.get('/account/sessions')).body));
    expect(await page()).not.toContain('Programa, pela API');
    await signIn(eva.email);
    expect((await page()).split('Programa, pela API')).toHaveLength(2);
  });

  it('is needed where a personal one does not do', async () => {
    const personal = client(await addToken(celeste, ana));
    for (const path of ['/auth/logout', '/user/refresh-token', '/auth/login-admin-as-user']) {
      expect(await personal.post(path)).toMatchObject({
        status: 403,
        body: { code: 'api.sign-in-required' },
      });
    }
  });

  it('lets an administrator act as a user, which is written down', async () => {
    const admin = await signUpAdmin(celeste);
    const cryptoOf = async (email: string) =>
      String((await rows(celeste, `SELECT public_id FROM users WHERE email = '${email}'`))[0]!.public_id);
    const [cryptoAdmin, cryptoUser] = [await cryptoOf(admin.email), await cryptoOf(ana.email)];
    const theirs = client(await signIn(admin.email));
    const path = '/auth/login-admin-as-user';
    const token = dataOf(await theirs.post(path, { cryptoUser, cryptoAdmin }));
    expect(decodeJwt(token)).toMatchObject({ email: ana.email });
    const acting = client(token);
    const bought = { productId: 'celeste_hour', quantity: 1 };
    expect((await acting.get('/wallet/balance')).status).toBe(200);
    expect(await acting.post('/checkout/create-session', bought)).toMatchObject({
      status: 403,
      body: { code: 'account.owner-only' },
    });
    expect((await acting.post(path, { cryptoUser, cryptoAdmin })).status).toBe(403);
    expect((await theirs.post(path, { cryptoUser: cryptoAdmin, cryptoAdmin })).status).toBe(404);
    expect((await theirs.post(path, { cryptoUser, cryptoAdmin: cryptoUser })).status).toBe(403);
    const hers = client(await signIn(ana.email));
    expect((await hers.post(path, { cryptoUser, cryptoAdmin })).status).toBe(403);
    const audit = await rows(celeste, "SELECT action FROM audit_entries WHERE action LIKE 'acting%'");
    expect(audit.at(-1)).toMatchObject({ action: 'acting-began' });
    await acting.post('/auth/logout');
    const later = await rows(celeste, "SELECT action FROM audit_entries WHERE action LIKE 'acting%'");
    expect(later.at(-1)).toMatchObject({ action: 'acting-ended' });
  });
});

describe('the questionnaire', () => {
  testRefusals(
    [
      {
        ...{ method: 'POST', path: '/user/onboarding/save-step', scope: 'write' },
        body: { step: '2' },
        wrong: [{}, { step: '5' }, { step: null }],
      },
      {
        ...{ method: 'POST', path: '/user/onboarding/score', scope: 'write' },
        body: { userType: 'personal', sector: 'Saúde', frequency: 'Diariamente', goal: 'conteúdo' },
        wrong: [{}, { userType: 'company', sector: 'Saúde', frequency: 'Diariamente', goal: 'conteúdo' }],
      },
    ],
    () => ({ celeste, owner: ana }),
  );

  it('keeps step and answers, and reckons the score itself', async () => {
    const bia = await signUp(celeste, 'Bia Reis', { isWelcomed: false });
    const hers = client(await addToken(celeste, bia));
    const goTo = async (step: string | number) => {
      const { status, body } = await hers.post('/user/onboarding/save-step', { step });
      return status === 200 ? (body as { step: string }).step : (body as { code: string }).code;
    };
    expect(await goTo('1')).toBe('1');
    for (const early of [2, '3', '4']) expect(await goTo(early)).toBe('onboarding.answer-required');
    const answers = {
      ...{ userType: 'company', company: 'Rádio', sector: 'Outra', customSector: 'Esporte' },
      ...{ frequency: 'Semanalmente', goal: 'entrevistas', score: 999 },
    };
    for (const missing of ['userType', 'company', 'customSector', 'goal']) {
      expect(await hers.post('/user/onboarding/score', { ...answers, [missing]: undefined })).toMatchObject({
        status: 400,
        body: { code: 'onboarding.answer-required' },
      });
    }
    expect(await hers.post('/user/onboarding/score', { ...answers, sector: 'Pesca' })).toMatchObject({
      body: { code: 'onboarding.answer-required' },
    });
    expect(await goTo('4')).toBe('onboarding.answer-required');
    const saved = await hers.post('/user/onboarding/score', answers);
    expect(saved).toMatchObject({ status: 201, body: { step: '3', score: 30 } });
    expect([await goTo(2), await goTo(4), await goTo(1)]).toEqual(['2', '4', '4']);
    const [row] = await rows(celeste, `SELECT occupation_area FROM users WHERE email = '${bia.email}'`);
    expect(row).toMatchObject({ occupation_area: 'Esporte' });
  });
});
