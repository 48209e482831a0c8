import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { changeEmail } from '@/app/services/account/change-email.server';
import { confirmCode } from '@/app/services/account/confirm-code.server';
import { findSessionUser } from '@/app/services/account/find-session-user.server';
import { resendCode } from '@/app/services/account/request-code.server';
import { Job } from '@/models/job.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { makeBrowser, makeCodeForm } from '@/tests/factories/browser';
import { KNOWN_CODE, makeChallenge } from '@/tests/factories/challenge';
import { startSession } from '@/tests/factories/session';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('changing the e-mail', () => {
  const [OLD, NEW] = ['old@example.com', 'new@example.com'];
  let userId: number;
  let token: string;
  let sessionId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser({ email: OLD });
    token = await startSession(userId, 'browser');
    sessionId = (await findSessionUser(token))!.sessionId;
  });

  const challenge = (values: Partial<LoginChallenge> = {}) =>
    makeChallenge({ purpose: 'change-email', email: NEW, userId, ...values });

  const change = (challengeId: string, code = KNOWN_CODE, submissionId: string = randomUUID()) =>
    changeEmail({ userId, sessionId, challengeIds: [challengeId], code, submissionId });

  const emailOf = async (id: number) => (await User.findByPk(id, { rejectOnEmpty: true })).email;

  it('ends all other sessions of this user only, and notifies the old address once', async () => {
    const other = await startSession(userId, 'another browser');
    const neighbour = await startSession(await makeUser(), 'browser');
    const challengeId = await challenge();
    const submissionId = randomUUID();
    await Promise.all(Array.from({ length: 10 }, () => change(challengeId, KNOWN_CODE, submissionId)));
    expect(await findSessionUser(token)).toMatchObject({ id: userId, email: NEW });
    expect(await findSessionUser(other)).toBeNull();
    expect(await findSessionUser(neighbour)).not.toBeNull();
    const jobs = await Job.findAll();
    expect(jobs.map(({ name, payload }) => [name, JSON.parse(payload)])).toEqual([
      ['announce-email-change', { to: OLD, name: 'Ana Souza', language: 'pt' }],
    ]);
  });

  it('reports a taken address only after its code was entered, and changes nothing then', async () => {
    const owner = await makeUser({ email: NEW });
    const other = await startSession(userId, 'another browser');
    const challengeId = await challenge();
    await expect(change(challengeId, '000000')).rejects.toMatchObject({ code: 'account.code-invalid' });
    await expect(change(challengeId)).rejects.toMatchObject({ code: 'account.email-taken' });
    await expect(change(challengeId)).rejects.toMatchObject({ code: 'account.code-expired' });
    expect([await emailOf(userId), await emailOf(owner)]).toEqual([OLD, NEW]);
    expect(await findSessionUser(other)).not.toBeNull();
    expect(await Job.count()).toBe(0);
  });

  it('gives the address to one of two users who verify it at once', async () => {
    const rival = await makeUser({ email: 'rival@example.com' });
    const challenges = [await challenge(), await challenge({ userId: rival })] as const;
    const outcomes = await Promise.allSettled([
      change(challenges[0]),
      changeEmail({
        userId: rival,
        sessionId: 0,
        challengeIds: [challenges[1]],
        code: KNOWN_CODE,
        submissionId: randomUUID(),
      }),
    ]);
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(['account.email-taken']);
    expect(await User.count({ where: { email: NEW } })).toBe(1);
  });

  it('rejects the code of another user, and one mailed for another purpose', async () => {
    const neighbour = await makeUser({ email: 'neighbour@example.com' });
    const expired = { code: 'account.code-expired' };
    await expect(change(await challenge({ userId: neighbour }))).rejects.toMatchObject(expired);
    await expect(change(await challenge({ purpose: 'delete-account' }))).rejects.toMatchObject(expired);
    await expect(change(await challenge({ purpose: 'login' }))).rejects.toMatchObject(expired);
    await expect(change(await challenge({ purpose: 'signup', name: 'Eva' }))).rejects.toMatchObject(expired);
    expect(await emailOf(userId)).toBe(OLD);
  });

  it('does not sign in, and cannot be resent as a login code', async () => {
    const challengeId = await challenge();
    const expired = { code: 'account.code-expired' };
    const code = { code: KNOWN_CODE };
    await expect(confirmCode([challengeId], code, randomUUID(), makeBrowser())).rejects.toMatchObject(
      expired,
    );
    await expect(resendCode(challengeId, makeCodeForm())).rejects.toMatchObject(expired);
    expect(await LoginChallenge.count({ where: { usedAt: null, tries: 0 } })).toBe(1);
  });

  it("invalidates the account's other codes, and a new one signs in with the new address", async () => {
    const pending = await makeChallenge({ purpose: 'delete-account', email: OLD, userId });
    const login = await makeChallenge({ purpose: 'login', email: OLD });
    await change(await challenge());
    expect(await LoginChallenge.count({ where: { publicId: pending } })).toBe(0);
    const code = { code: KNOWN_CODE };
    await expect(confirmCode([login], code, randomUUID(), makeBrowser())).rejects.toMatchObject({
      code: 'account.login-failed',
    });
    const fresh = await makeChallenge({ purpose: 'login', email: NEW });
    expect(await confirmCode([fresh], code, randomUUID(), makeBrowser())).toMatchObject({ userId });
    expect(await Session.count({ where: { userId } })).toBe(2);
  });
});
