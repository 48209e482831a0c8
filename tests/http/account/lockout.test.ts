import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CODE_LIMIT_PER_KNOWN_BROWSER,
  EMAIL_BURST_LIMIT,
  MAX_CODE_ATTEMPTS,
} from '@/app/domain/account/login-code';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestResponse, TestUser } from '@/tests/support/test-user';
import { mails, rows } from '../platform/data-dir';
import { textOf } from '../platform/page';

let celeste: RunningCeleste;

beforeAll(async () => {
  // With a trusted proxy, tests choose the client IP by X-Forwarded-For.
  celeste = await startCeleste({ command: 'web', env: { TRUST_PROXY: '1' } });
});

afterAll(() => celeste.stop());

type Member = TestUser & { email: string };

const from = (address: string) => ({ 'X-Forwarded-For': address });
/** IP address of the users; the attackers use others. */
const HOME = from('203.0.113.7');
const anywhere = () => from(`198.18.${randomInt(256)}.${randomInt(256)}`);

/** Requests codes for an e-mail, each time from another browser and IP address. */
async function requestCodesFor(email: string, times = EMAIL_BURST_LIMIT.most + 10): Promise<TestUser[]> {
  const attackers = Array.from({ length: times }, () => new TestUser(celeste.address));
  for (const attacker of attackers) {
    const answer = await attacker.post('/login', { email }, anywhere());
    expect([answer.status, answer.location]).toEqual([303, '/login/code']);
  }
  return attackers;
}

async function signOut(person: TestUser): Promise<void> {
  await person.post('/logout', {}, HOME);
}

const ask = (person: TestUser, email: string, headers = HOME) => person.post('/login', { email }, headers);
const postCode = (person: TestUser, code: string, headers = HOME) =>
  person.post('/login/code', { intent: 'verify', code }, headers);
const isSignedIn = async (person: TestUser) => (await person.get('/account')).status === 200;
const cookieOf = ({ headers }: TestResponse, name: string) =>
  headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`));

/** Posts wrong codes until no code is accepted any more. */
async function exhaustAttempts(attacker: TestUser): Promise<void> {
  for (let time = 0; time < MAX_CODE_ATTEMPTS + 1; time += 1) {
    await postCode(attacker, String(randomInt(1_000_000)).padStart(6, '0'), anywhere());
  }
}

describe('lockout: however many strangers request codes for my e-mail', () => {
  it('a known browser gets a code at once, and it works', async () => {
    const me: Member = await signUp(celeste);
    await signOut(me);
    await requestCodesFor(me.email);
    const before = (await mails(celeste, me.email)).length;
    expect((await ask(me, me.email)).location).toBe('/login/code');
    expect(await mails(celeste, me.email)).toHaveLength(before + 1);
    expect((await postCode(me, (await celeste.mailTo(me.email)).code)).location).toBe('/');
    expect(await isSignedIn(me)).toBe(true);
  });

  it('an earlier code works in the browser that requested it', async () => {
    const { email } = await signUp(celeste);
    const desk = new TestUser(celeste.address);
    await ask(desk, email);
    const { code } = await celeste.mailTo(email);
    const attackers = await requestCodesFor(email);
    for (const attacker of attackers.slice(0, 5)) await exhaustAttempts(attacker);
    expect((await postCode(desk, code)).location).toBe('/');
  });

  it('a new browser signs in by the link of the newest mail', async () => {
    const { email } = await signUp(celeste);
    const attackers = await requestCodesFor(email);
    for (const attacker of attackers) await exhaustAttempts(attacker);
    const phone = new TestUser(celeste.address);
    expect((await ask(phone, email)).location).toBe('/login/code');
    const { linkPath } = await celeste.mailTo(email);
    await phone.get(linkPath);
    expect((await phone.post(linkPath, {}, HOME)).location).toBe('/');
    expect(await isSignedIn(phone)).toBe(true);
  });

  it('mails for another purpose do not count against mine', async () => {
    const { email } = await signUp(celeste);
    for (let time = 0; time < EMAIL_BURST_LIMIT.most + 10; time += 1) {
      const stranger = new TestUser(celeste.address);
      await stranger.post('/signup', { name: 'Eva', email, terms: 'on' }, anywhere());
    }
    const [phone, before] = [new TestUser(celeste.address), (await mails(celeste, email)).length];
    await ask(phone, email);
    expect(await mails(celeste, email)).toHaveLength(before + 1);
    expect((await postCode(phone, (await celeste.mailTo(email)).code)).location).toBe('/');
  });

  it('the rate limit of mails is hit long before that of requests, and responses do not reveal it', async () => {
    const { email } = await signUp(celeste);
    const nobody = 'nobody@example.com';
    const responses: unknown[] = [];
    for (const address of [email, nobody]) {
      await requestCodesFor(address, EMAIL_BURST_LIMIT.most + 1);
      const requester = new TestUser(celeste.address);
      const asked = await ask(requester, address, anywhere());
      const wrong = await postCode(requester, '000000', anywhere());
      const page = textOf((await requester.get('/login/code')).body).replaceAll(address, '(e-mail)');
      responses.push([asked.status, asked.location, wrong.status, page.replace(/\d+ s\./, '')]);
    }
    expect(responses[1]).toEqual(responses[0]);
    // After the burst, one in six minutes; and the one of the sign-up.
    const sent = [email, nobody].map(async (address) => (await mails(celeste, address)).length);
    expect(await Promise.all(sent)).toEqual([EMAIL_BURST_LIMIT.most + 2, EMAIL_BURST_LIMIT.most + 1]);
  });
});

it('requesting another code leaves the first one valid', async () => {
  const { email } = await signUp(celeste);
  const desk = new TestUser(celeste.address);
  await ask(desk, email);
  const { code } = await celeste.mailTo(email);
  await ask(desk, email);
  expect(await mails(celeste, email)).toHaveLength(3);
  expect((await postCode(desk, code)).location).toBe('/');
});

it("signing in to another account does not reset a known browser's limit for the first", async () => {
  const [me, other] = [await signUp(celeste), await signUp(celeste)];
  const shared = new TestUser(celeste.address);
  for (const email of [me.email, other.email]) {
    await ask(shared, email);
    await postCode(shared, (await celeste.mailTo(email)).code);
    await signOut(shared);
  }
  const askAgain = async () => (await ask(shared, me.email)).status;
  for (let time = 0; time < CODE_LIMIT_PER_KNOWN_BROWSER.most; time += 1) expect(await askAgain()).toBe(303);
  expect(await askAgain()).toBe(429);
  await ask(shared, other.email);
  await postCode(shared, (await celeste.mailTo(other.email)).code);
  await signOut(shared);
  expect(await askAgain()).toBe(429);
});

describe('the cookie of a known browser', () => {
  it('is set on sign-in, HttpOnly, rotated each time, and kept on sign-out', async () => {
    const me = new TestUser(celeste.address);
    const { email } = await signUp(celeste);
    const tokens: string[] = [];
    for (let time = 0; time < 2; time += 1) {
      await ask(me, email);
      const cookie = cookieOf(await postCode(me, (await celeste.mailTo(email)).code), 'device')!;
      expect(cookie).toMatch(/; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/);
      tokens.push(cookie.split(';')[0]!);
      await signOut(me);
      expect(me.cookieHeader()).toContain(tokens.at(-1));
    }
    expect(new Set(tokens).size).toBe(2);
    expect(await isSignedIn(me)).toBe(false);
    const known = `SELECT COUNT(*) AS known FROM known_devices JOIN users ON users.id = user_id
      WHERE email = '${email}'`;
    // One for the sign-up, one for this browser.
    expect(await rows(celeste, known)).toEqual([{ known: 2 }]);
  });
});
