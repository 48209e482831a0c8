import '@/tests/support/data-folder';
import { randomInt, randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { settings } from '@/app/config/env.server';
import * as secrets from '@/app/config/secret.server';
import {
  CODE_LIMIT_PER_KNOWN_BROWSER,
  CODE_LIMIT_PER_NETWORK,
  CODE_LIMIT_PER_NETWORK_AND_EMAIL,
  CODE_LIMIT_PER_WIDE_NETWORK,
  EMAIL_BURST_LIMIT,
  EMAIL_SUSTAINED_LIMIT,
} from '@/app/domain/account/login-code';
import { endOwnSessions } from '@/app/services/account/end-own-sessions.server';
import { deviceTokenFor } from '@/app/services/account/known-device.server';
import { type CodeRequest, requestCode, resendCode } from '@/app/services/account/request-code.server';
import { startSession as startSessionIn } from '@/app/services/account/start-session.server';
import { inTransaction } from '@/models/database.server';
import { KnownDevice } from '@/models/known-device.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { RateLimit } from '@/models/rate-limit.server';
import { User } from '@/models/user.server';
import { makeCodeForm } from '@/tests/factories/browser';
import { KNOWN_CODE, makeChallenge } from '@/tests/factories/challenge';
import { startSession } from '@/tests/factories/session';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const HOUR_MS = 3_600_000;

async function endSessions(userId: number): Promise<void> {
  const challengeIds = [await makeChallenge({ purpose: 'end-sessions', email: 'ana@example.com', userId })];
  const proof = { challengeIds, code: KNOWN_CODE, submissionId: randomUUID() };
  await endOwnSessions({ userId, sessionId: 0, handle: null, ...proof });
}

describeOnBothDatabases('requesting a code', () => {
  let email: string;
  let address: string;

  beforeEach(async () => {
    email = `${randomUUID()}@example.com`;
    address = randomUUID();
    await rm(mailFolder, { recursive: true, force: true });
  });

  const mailFolder = path.join(settings.dataDir, 'mail');
  const mails = async () => (await readdir(mailFolder).catch(() => [])).length;

  const request = (values: Partial<CodeRequest> = {}) =>
    requestCode({
      ...makeCodeForm({ address }),
      purpose: 'signup',
      email,
      name: 'Ana Souza',
      language: 'pt',
      ...values,
    });

  const challenges = () => LoginChallenge.count({ where: { email } });

  /** Moves all challenges and rate limits into the past. */
  async function advanceTime(ms: number): Promise<void> {
    for (const challenge of await LoginChallenge.findAll()) {
      await LoginChallenge.update(
        { createdAt: new Date(challenge.createdAt.getTime() - ms) },
        { where: { id: challenge.id }, silent: true },
      );
    }
    for (const limit of await RateLimit.findAll()) {
      await limit.update({ endsAt: new Date(limit.endsAt.getTime() - ms) });
    }
  }

  const tooMany = { code: 'account.code-too-many-requests' };

  it('sends one mail for the same form, however often and concurrently it is sent', async () => {
    const submissionId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => request({ submissionId })));
    expect(new Set(answers).size).toBe(1);
    expect(await challenges()).toBe(1);
    expect(await mails()).toBe(1);
  });

  /** Requests from many strangers, each from another network. */
  const strangers = async (count: number, more: Parameters<typeof request>[0] = {}) => {
    for (let time = 0; time < count; time += 1) await request({ address: randomUUID(), ...more });
  };

  it(`mails an address ${EMAIL_BURST_LIMIT.most} codes a day and then one at a time, and refuses no stranger`, async () => {
    await strangers(EMAIL_BURST_LIMIT.most + 3);
    expect(await mails()).toBe(EMAIL_BURST_LIMIT.most + 1);
    expect(await challenges()).toBe(EMAIL_BURST_LIMIT.most + 3);
    await advanceTime(EMAIL_SUSTAINED_LIMIT.windowMs);
    await strangers(2);
    expect(await mails()).toBe(EMAIL_BURST_LIMIT.most + 2);
    await advanceTime(EMAIL_BURST_LIMIT.windowMs);
    await strangers(2);
    expect(await mails()).toBe(EMAIL_BURST_LIMIT.most + 4);
  });

  it('counts the mails of each purpose separately', async () => {
    await strangers(EMAIL_BURST_LIMIT.most + 3);
    const before = await mails();
    await strangers(1, { purpose: 'login' });
    expect(await mails()).toBe(before + 1);
  });

  it('creates no valid code for a challenge that was not mailed', async () => {
    await strangers(EMAIL_BURST_LIMIT.most + 2);
    const known = vi.spyOn(secrets, 'keyedHash');
    await request({ address: randomUUID() });
    const hashed = known.mock.calls
      .filter(([purpose]) => purpose.startsWith('code:'))
      .map(([, code]) => code);
    known.mockRestore();
    expect(hashed).toEqual([expect.stringMatching(/^[\da-f]{48}$/)]);
  });

  it('keeps the rate limit of an address when 30 strangers ask at once', async () => {
    await Promise.all(Array.from({ length: 30 }, () => request({ address: randomUUID() })));
    expect(await challenges()).toBe(30);
    expect(await mails()).toBe(EMAIL_BURST_LIMIT.most + 1);
  });

  it(`takes ${CODE_LIMIT_PER_NETWORK_AND_EMAIL.most} requests an hour of one network for one address`, async () => {
    for (let time = 0; time < CODE_LIMIT_PER_NETWORK_AND_EMAIL.most; time += 1) await request();
    await expect(request()).rejects.toMatchObject(tooMany);
    expect(await mails()).toBe(CODE_LIMIT_PER_NETWORK_AND_EMAIL.most);
    await request({ address: randomUUID() });
    await request({ email: `${randomUUID()}@example.com` });
    await advanceTime(HOUR_MS);
    await request();
  });

  it('counts an IPv6 address with its /64, and many of those with their /48', async () => {
    const prefix = `2001:db8:${randomInt(1, 65_536).toString(16)}`;
    const asks = (household: number, host: number) =>
      request({
        address: `${prefix}:${household.toString(16)}::${host}`,
        email: `${randomUUID()}@example.com`,
      });
    for (let host = 1; host <= CODE_LIMIT_PER_NETWORK.most; host += 1) await asks(1, host);
    await expect(asks(1, 999)).rejects.toMatchObject(tooMany);
    const rest = CODE_LIMIT_PER_WIDE_NETWORK.most - CODE_LIMIT_PER_NETWORK.most;
    await asks(2, 1);
    await RateLimit.update(
      { hits: CODE_LIMIT_PER_WIDE_NETWORK.most },
      { where: { hits: CODE_LIMIT_PER_NETWORK.most + 1 } },
    );
    expect(rest).toBeGreaterThan(0);
    await expect(asks(3, 1)).rejects.toMatchObject(tooMany);
  });

  it(`takes no more than ${CODE_LIMIT_PER_NETWORK.most} requests an hour from a network address`, async () => {
    const someone = () => ({ email: `${randomUUID()}@example.com` });
    for (let time = 0; time < CODE_LIMIT_PER_NETWORK.most; time += 1) await request(someone());
    await expect(request(someone())).rejects.toMatchObject(tooMany);
    await request({ address: randomUUID() });
  });

  describe('from a known device', () => {
    let userId: number;
    let device: string;

    beforeEach(async () => {
      userId = await makeUser({ email });
      device = deviceTokenFor(await startSession(userId, 'browser'));
    });

    const own = () => request({ purpose: 'login', device });

    it('mails a code whatever strangers did, also those of the same network', async () => {
      await strangers(EMAIL_BURST_LIMIT.most + 1, { purpose: 'login' });
      for (let time = 0; time < CODE_LIMIT_PER_NETWORK_AND_EMAIL.most; time += 1) await request();
      await expect(request()).rejects.toMatchObject(tooMany);
      const before = await mails();
      for (let time = 0; time < CODE_LIMIT_PER_KNOWN_BROWSER.most; time += 1) await own();
      expect(await mails()).toBe(before + CODE_LIMIT_PER_KNOWN_BROWSER.most);
      await expect(own()).rejects.toMatchObject(tooMany);
    });

    it.each([
      ['its session was ended from the list', () => endSessions(userId)],
      [
        'it was not used for half a year',
        () => KnownDevice.update({ expiresAt: new Date() }, { where: { userId } }),
      ],
      ['the account is gone', () => User.update({ deletedAt: new Date() }, { where: { id: userId } })],
    ])('forgets the device when %s', async (_case, forget) => {
      await strangers(EMAIL_BURST_LIMIT.most + 1, { purpose: 'login' });
      const before = await mails();
      await forget();
      await own();
      expect(await mails()).toBe(before);
    });

    it('knows it for no other account, and by a new token after each sign-in', async () => {
      await strangers(EMAIL_BURST_LIMIT.most + 1, { purpose: 'login' });
      const before = await mails();
      const other = await makeUser();
      const token = randomUUID();
      await inTransaction((transaction) =>
        startSessionIn({ userId: other, token }, 'email', { userAgent: '', device }, transaction),
      );
      await own();
      expect(await mails()).toBe(before);
      await request({ purpose: 'login', device: deviceTokenFor(token) });
      expect(await mails()).toBe(before + 1);
      const stranger = deviceTokenFor(await startSession(other, 'another browser'));
      await request({ purpose: 'login', device: stranger, address: randomUUID() });
      expect(await mails()).toBe(before + 1);
    });
  });

  it('responds alike with and without an account, and mails a code to owners only', async () => {
    await makeUser({ email });
    const known = await request({ purpose: 'login' });
    const unknown = await request({ purpose: 'login', email: `${randomUUID()}@example.com` });
    expect([known.length, unknown.length]).toEqual([22, 22]);
    expect(await mails()).toBe(2);
  });

  it('mails another code after a minute, beside the first one', async () => {
    const first = await request({ timeZone: 'Asia/Tokyo', leadOrigin: 'boletim' });
    await expect(resendCode(first, makeCodeForm())).rejects.toMatchObject(tooMany);
    await advanceTime(60_000);
    const second = await resendCode(first, makeCodeForm());
    expect(second).not.toBe(first);
    const kept = { name: 'Ana Souza', timeZone: 'Asia/Tokyo', leadOrigin: 'boletim' };
    expect(await LoginChallenge.findAll({ where: { email } })).toMatchObject([kept, kept]);
    expect(await LoginChallenge.count({ where: { email, usedAt: null } })).toBe(2);
    expect(await mails()).toBe(2);
    await expect(resendCode(first, makeCodeForm())).rejects.toMatchObject(tooMany);
    await LoginChallenge.update({ usedAt: new Date() }, { where: { email } });
    await expect(resendCode(second, makeCodeForm())).rejects.toMatchObject({ code: 'account.code-expired' });
  });

  it('mails another code once for 20 concurrent requests', async () => {
    const first = await request();
    await advanceTime(60_000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => resendCode(first, makeCodeForm())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await challenges()).toBe(2);
  });
});
