import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type RunningCeleste, startCeleste } from '@/tests/support/celeste';
import { signUp, type TestResponse, TestUser } from '@/tests/support/test-user';
import { change, mails, rows } from './data-dir';
import { summaryOf } from './page';

let celeste: RunningCeleste;

beforeAll(async () => {
  // With a trusted proxy, tests choose the client IP by X-Forwarded-For.
  celeste = await startCeleste({ command: 'web', env: { TRUST_PROXY: '1' } });
});

afterAll(() => celeste.stop());

const TIMES = 20;
const HOME = { 'X-Forwarded-For': '203.0.113.7' };
const ELSEWHERE = { 'X-Forwarded-For': '198.51.100.9' };
/** In seconds: beyond the window for a double submit, and beyond the lifetime of a code. */
const [A_MOMENT, A_CODE] = [15, 11 * 60];

/** An intercepted post, which an attacker could replay. */
interface InterceptedPost {
  path: string;
  body: string;
  headers: Record<string, string>;
}

const send = ({ path, body, headers }: InterceptedPost): Promise<Response> =>
  fetch(celeste.address + path, { method: 'POST', redirect: 'manual', body, headers });

const without = (intercepted: InterceptedPost, ...names: string[]): InterceptedPost => ({
  ...intercepted,
  headers: Object.fromEntries(Object.entries(intercepted.headers).filter(([name]) => !names.includes(name))),
});

/** A post that a user's browser is about to send. */
function interceptPost(person: TestUser, path: string, fields: Record<string, string> = {}): InterceptedPost {
  const body = new URLSearchParams({ submissionId: randomUUID(), ...fields }).toString();
  const type = { 'Content-Type': 'application/x-www-form-urlencoded' };
  const headers = { Cookie: person.cookieHeader(), Origin: celeste.address, ...type, ...HOME };
  return { path, body, headers };
}

const sessionIn = (answer: Response | TestResponse) =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0]!)
    .find((pair) => /^session=./.test(pair));

async function isOpen(session: string | undefined): Promise<boolean> {
  const headers = { Cookie: session ?? '' };
  return (await fetch(`${celeste.address}/account`, { headers, redirect: 'manual' })).status === 200;
}

const sessionsOf = async (email: string) =>
  Number(
    (
      await rows(
        celeste,
        `SELECT COUNT(*) AS open FROM sessions JOIN users ON users.id = user_id WHERE email = '${email}'`,
      )
    )[0]!.open,
  );

/** Ages all stored timestamps. */
async function advanceTime(seconds: number): Promise<void> {
  const earlier = (column: string) =>
    `${column} = strftime('%Y-%m-%d %H:%M:%f +00:00', ${column}, '-${seconds} seconds')`;
  await change(celeste, `UPDATE submissions SET ${earlier('created_at')}`);
  for (const column of ['created_at', 'expires_at', 'used_at'])
    await change(celeste, `UPDATE login_challenges SET ${earlier(column)} WHERE ${column} IS NOT NULL`);
}

/** A user who requested a code in one browser. */
async function asked() {
  const { email } = await signUp(celeste);
  const person = new TestUser(celeste.address);
  await person.get('/login');
  await person.post('/login', { email }, HOME);
  await change(
    celeste,
    `DELETE FROM sessions WHERE user_id = (SELECT id FROM users WHERE email = '${email}')`,
  );
  return { person, email, ...(await celeste.mailTo(email)) };
}

const WAYS_IN = {
  'the code': async () => {
    const { person, email, code } = await asked();
    return { email, intercepted: interceptPost(person, '/login/code', { intent: 'verify', code }) };
  },
  'the mailed link': async () => {
    const { email, linkPath } = await asked();
    const reader = new TestUser(celeste.address);
    await reader.get(linkPath);
    return { email, intercepted: interceptPost(reader, linkPath) };
  },
};

describe.each(Object.entries(WAYS_IN))('a replayed post of %s', (_name, prepare) => {
  async function used() {
    const { email, intercepted } = await prepare();
    const first = await send(intercepted);
    expect([first.status, first.headers.get('Location')]).toEqual([303, '/']);
    const session = sessionIn(first);
    expect(await isOpen(session)).toBe(true);
    return { email, intercepted, session };
  }

  async function expectRefused(intercepted: InterceptedPost, email: string, open: number) {
    const answer = await send(intercepted);
    expect([400, 409]).toContain(answer.status);
    expect(sessionIn(answer)).toBeUndefined();
    expect(await sessionsOf(email)).toBe(open);
  }

  it(`opens one session when its browser sends it ${TIMES} times at once, and none after that ends`, async () => {
    const { email, intercepted } = await prepare();
    const answers = await Promise.all(Array.from({ length: TIMES }, () => send(intercepted)));
    expect(new Set(answers.map(({ status, headers }) => `${status} ${headers.get('Location')}`))).toEqual(
      new Set(['303 /']),
    );
    const sessions = new Set(answers.map(sessionIn));
    expect(sessions.size).toBe(1);
    expect(await sessionsOf(email)).toBe(1);
    const [session] = sessions;
    expect(await isOpen(session)).toBe(true);
    await send({ ...intercepted, path: '/logout', headers: { ...intercepted.headers, Cookie: session! } });
    expect(await isOpen(session)).toBe(false);
    await expectRefused(intercepted, email, 0);
  });

  it('does not sign in after the user has signed out', async () => {
    const { email, intercepted, session } = await used();
    const left = await send({
      ...intercepted,
      path: '/logout',
      headers: { ...intercepted.headers, Cookie: session! },
    });
    expect(left.status).toBe(303);
    await expectRefused(intercepted, email, 0);
    await expectRefused(
      {
        ...intercepted,
        headers: { ...intercepted.headers, Cookie: `${intercepted.headers.Cookie}; ${session}` },
      },
      email,
      0,
    );
  });

  it('does not sign in a little later, nor after the code has expired', async () => {
    const { email, intercepted } = await used();
    await advanceTime(A_MOMENT);
    await expectRefused(intercepted, email, 1);
    await advanceTime(A_CODE);
    await expectRefused(intercepted, email, 1);
  });

  it('does not sign in from another IP address', async () => {
    const { email, intercepted } = await used();
    await expectRefused({ ...intercepted, headers: { ...intercepted.headers, ...ELSEWHERE } }, email, 1);
  });

  it('does not sign in without its cookies, or with those of another browser', async () => {
    const { email, intercepted } = await used();
    const bare = await send(without(intercepted, 'Cookie'));
    expect(sessionIn(bare)).toBeUndefined();
    const other = new TestUser(celeste.address);
    await other.get('/login');
    await other.post('/login', { email }, HOME);
    await expectRefused(
      { ...intercepted, headers: { ...intercepted.headers, Cookie: other.cookieHeader() } },
      email,
      1,
    );
  });
});

it(`a link that ${TIMES} browsers open at once lets one of them in`, async () => {
  const { email, linkPath } = await asked();
  const readers = Array.from({ length: TIMES }, () => new TestUser(celeste.address));
  await Promise.all(readers.map((reader) => reader.get(linkPath)));
  const submissionId = randomUUID();
  const answers = await Promise.all(readers.map((reader) => reader.post(linkPath, { submissionId })));
  expect(answers.filter(({ status }) => status === 303)).toHaveLength(1);
  expect(answers.filter(sessionIn)).toHaveLength(1);
  expect(await sessionsOf(email)).toBe(1);
  const [refused] = answers.filter(({ status }) => status !== 303);
  expect(summaryOf(refused!.body)).toContain('Não foi possível validar suas credenciais');
});

it('a replayed request for a code does not reveal its e-mail', async () => {
  const victim = new TestUser(celeste.address);
  await victim.get('/signup');
  const email = `${randomUUID()}@example.com`;
  const intercepted = interceptPost(victim, '/signup', { name: 'Ana Souza', email, terms: 'on' });
  expect((await send(intercepted)).status).toBe(303);
  const thief = new TestUser(celeste.address);
  await thief.get('/login');
  const submissionId = new URLSearchParams(intercepted.body).get('submissionId')!;
  await thief.post('/login', { email: 'thief@example.com', submissionId }, HOME);
  expect((await thief.get('/login/code')).body).not.toContain(email);
  await thief.post('/login', { email: 'thief@example.com', submissionId }, ELSEWHERE);
  expect((await thief.get('/login/code')).body).toContain('thief@example.com');
  expect(await mails(celeste, email)).toHaveLength(1);
});

it("signing in and out delete the browser's challenge cookies", async () => {
  const { person, linkPath, code } = await asked();
  const entered = await person.post('/login/code', { intent: 'verify', code }, HOME);
  const kept = person.cookieHeader();
  expect(entered.status).toBe(303);
  expect(kept).not.toMatch(/(challenge|browser)=/);
  await person.get(linkPath);
  await person.post('/logout', {}, HOME);
  expect(person.cookieHeader()).not.toMatch(/(challenge|browser|session)=/);
});

describe('a replayed post of an administrator', () => {
  async function impersonate() {
    const user = await signUp(celeste, 'Rui');
    const admin = await signUp(celeste, 'Eva');
    await change(celeste, `UPDATE users SET role = 'admin' WHERE email = '${admin.email}'`);
    const idOf = async ({ email }: { email: string }) =>
      (await rows(celeste, `SELECT public_id FROM users WHERE email = '${email}'`))[0]!.public_id;
    const path = `/login-admin-as-user/${await idOf(user)}/${await idOf(admin)}`;
    return { admin, intercepted: interceptPost(admin, path) };
  }

  const isImpersonating = async ({ email }: { email: string }) =>
    (
      await rows(
        celeste,
        `SELECT acting_as_user_id FROM sessions JOIN users ON users.id = user_id WHERE email = '${email}'`,
      )
    ).some(({ acting_as_user_id }) => acting_as_user_id !== null);

  it('starts no impersonation after it has ended, nor in another session of theirs', async () => {
    const { admin, intercepted } = await impersonate();
    const answers = await Promise.all(Array.from({ length: TIMES }, () => send(intercepted)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([303]));
    expect(await isImpersonating(admin)).toBe(true);
    await admin.post('/stop-acting');
    expect(await isImpersonating(admin)).toBe(false);
    expect((await send(intercepted)).status).toBe(409);

    const desk = new TestUser(celeste.address);
    await desk.post('/login', { email: admin.email });
    const { code } = await celeste.mailTo(admin.email);
    await desk.post('/login/code', { intent: 'verify', code });
    const there = { ...intercepted, headers: { ...intercepted.headers, Cookie: desk.cookieHeader() } };
    expect((await send(there)).status).toBe(409);
    expect(await isImpersonating(admin)).toBe(false);
  });
});
