import '../data-folder';
import { randomUUID } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { CHALLENGES_PER_ADDRESS, CHALLENGES_PER_EMAIL } from '@/app/domain/account/login-code';
import { type CodeRequest, requestCode, resendCode } from '@/app/services/account/request-code.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { RateLimit } from '@/models/rate-limit.server';
import { makeUser } from '../../factories/user';
import { describeOnBothDatabases } from '../../support/databases';

const HOUR_MS = 3_600_000;

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
      ...{ purpose: 'signup', email, name: 'Ana Souza', language: 'pt', address, browserSecret: null },
      ...{ submissionId: randomUUID(), ...values },
    });

  const challenges = () => LoginChallenge.count({ where: { email } });

  /** Lets time pass for every challenge and limit. */
  async function pass(ms: number): Promise<void> {
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

  it('sends one mail for the same form, however often and at once it comes', async () => {
    const submissionId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 20 }, () => request({ submissionId })));
    expect(new Set(answers).size).toBe(1);
    expect(await challenges()).toBe(1);
    expect(await mails()).toBe(1);
  });

  it(`sends an e-mail address no more than ${CHALLENGES_PER_EMAIL.most} codes an hour, wherever from`, async () => {
    for (let time = 0; time < CHALLENGES_PER_EMAIL.most; time += 1) {
      await request({ address: randomUUID() });
    }
    await expect(request({ address: randomUUID() })).rejects.toMatchObject(tooMany);
    expect(await mails()).toBe(CHALLENGES_PER_EMAIL.most);
    await pass(HOUR_MS);
    await request();
    expect(await challenges()).toBe(CHALLENGES_PER_EMAIL.most + 1);
  });

  it(`takes no more than ${CHALLENGES_PER_ADDRESS.most} requests an hour from a network address`, async () => {
    const someone = () => ({ email: `${randomUUID()}@example.com` });
    for (let time = 0; time < CHALLENGES_PER_ADDRESS.most; time += 1) await request(someone());
    await expect(request(someone())).rejects.toMatchObject(tooMany);
    await request({ address: randomUUID() });
  });

  it('keeps the limit of an e-mail address when 30 requests come at once', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => request()));
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    for (const { reason } of refused) expect(reason).toMatchObject(tooMany);
    expect(await challenges()).toBe(CHALLENGES_PER_EMAIL.most);
    expect(await mails()).toBe(CHALLENGES_PER_EMAIL.most);
  });

  it('answers and works alike with and without an account, and mails a code to owners only', async () => {
    await makeUser({ email });
    const known = await request({ purpose: 'login' });
    const unknown = await request({ purpose: 'login', email: `${randomUUID()}@example.com` });
    expect([known.length, unknown.length]).toEqual([22, 22]);
    expect(await mails()).toBe(2);
  });

  it('replaces a challenge by a new one after a minute', async () => {
    const first = await request();
    await expect(resendCode(first, randomUUID())).rejects.toMatchObject(tooMany);
    await pass(60_000);
    const second = await resendCode(first, randomUUID());
    expect(second).not.toBe(first);
    expect(await LoginChallenge.count({ where: { email, usedAt: null } })).toBe(1);
    expect(await mails()).toBe(2);
    await expect(resendCode(first, randomUUID())).rejects.toMatchObject({ code: 'account.code-expired' });
  });

  it('replaces a challenge once when 20 ask for it at once', async () => {
    const first = await request();
    await pass(60_000);
    const outcomes = await Promise.allSettled(
      Array.from({ length: 20 }, () => resendCode(first, randomUUID())),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await challenges()).toBe(2);
  });
});
