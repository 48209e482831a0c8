import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import { SESSION_IDLE_MS } from '@/app/domain/account/session';
import { AppError } from '@/app/domain/errors';
import { endOwnSessions } from '@/app/services/account/end-own-sessions.server';
import { findSessionUser } from '@/app/services/account/find-session-user.server';
import { listSessions } from '@/app/services/account/list-sessions.server';
import { startApiSession } from '@/app/services/api/sign-in-token.server';
import { inTransaction } from '@/models/database.server';
import { KnownDevice } from '@/models/known-device.server';
import type { LoginChallenge } from '@/models/login-challenge.server';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { KNOWN_CODE, makeChallenge } from '@/tests/factories/challenge';
import { startSession } from '@/tests/factories/session';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases("a person's sessions", () => {
  let userId: number;
  let currentId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
    await open('first');
    await open('second');
    currentId = await open('current');
    await startSession(await makeUser(), 'neighbour');
  });

  async function open(browser: string): Promise<number> {
    return (await findSessionUser(await startSession(userId, browser)))!.sessionId;
  }

  const list = () => listSessions(userId, currentId);
  const names = async () => (await list()).map(({ userAgent }) => userAgent);
  const use = (userAgent: string, msAgo: number) =>
    Session.update({ lastUsedAt: new Date(Date.now() - msAgo) }, { where: { userAgent } });

  it('are listed, the current one first, then by last use', async () => {
    await use('second', 1000);
    await use('first', 2000);
    await use('current', 3000);
    expect(await names()).toEqual(['current', 'second', 'first']);
    expect((await list()).map(({ isCurrent }) => isCurrent)).toEqual([true, false, false]);
  });

  it('say which of them a program opened', async () => {
    await inTransaction((transaction) =>
      startApiSession({ userId, method: 'google', userAgent: 'robot' }, transaction),
    );
    const programs = async () =>
      (await list()).filter(({ isOfProgram }) => isOfProgram).map(({ userAgent }) => userAgent);
    expect(await programs()).toEqual(['robot']);
    await KnownDevice.destroy({ where: { sessionId: currentId } });
    expect(await programs()).toEqual(['robot']);
  });

  it('are not listed after they expired', async () => {
    await use('first', SESSION_IDLE_MS + 1000);
    await Session.update({ expiresAt: new Date(Date.now() - 1) }, { where: { userAgent: 'second' } });
    expect(await names()).toEqual(['current']);
  });

  it('have handles that reveal nothing of their rows', async () => {
    const handles = (await list()).map(({ handle }) => handle);
    const rows = await Session.findAll();
    for (const handle of handles) {
      expect(handle).toMatch(/^[\da-f]{64}$/);
      expect(rows.map(({ tokenHash }) => tokenHash)).not.toContain(handle);
    }
    expect(new Set(handles).size).toBe(3);
  });

  /** Submits a code mailed for ending sessions. */
  async function end(handle: string | null, code = KNOWN_CODE, values: Partial<LoginChallenge> = {}) {
    const asked = { purpose: 'end-sessions' as const, email: 'ana@example.com', userId, ...values };
    const challengeIds = [await makeChallenge(asked)];
    const proof = { challengeIds, code, submissionId: randomUUID() };
    await endOwnSessions({ userId, sessionId: currentId, handle, ...proof });
  }

  it('end one by one; ending one again is harmless', async () => {
    const second = (await list()).find(({ userAgent }) => userAgent === 'second')!;
    await end(second.handle);
    await end(second.handle);
    expect((await names()).sort()).toEqual(['current', 'first']);
    expect(await KnownDevice.count({ where: { userId } })).toBe(2);
  });

  it('end all but the current one', async () => {
    await end(null);
    expect(await names()).toEqual(['current']);
    expect(await Session.count()).toBe(2);
    expect((await KnownDevice.findAll({ where: { userId } })).map(({ sessionId }) => sessionId)).toEqual([
      currentId,
    ]);
  });

  it.each<[string, string, Partial<LoginChallenge>]>([
    ['a wrong one', '000000', {}],
    ['one that was mailed for something else', KNOWN_CODE, { purpose: 'delete-account' }],
    ['one that is nobody’s in particular', KNOWN_CODE, { userId: null }],
  ])('end only with a fresh code, not with %s', async (_case, code, values) => {
    await expect(end(null, code, values)).rejects.toBeInstanceOf(AppError);
    expect(await names()).toHaveLength(3);
  });

  it('cannot be ended by another user', async () => {
    const [neighbour] = await Session.findAll({ where: { userAgent: 'neighbour' } });
    const [theirs] = await listSessions(neighbour!.userId, 0);
    await end(theirs!.handle);
    await end('f'.repeat(64));
    expect(await Session.count()).toBe(4);
  });

  it('do not sign a deleted account in', async () => {
    const token = await startSession(userId, 'late');
    await User.update({ deletedAt: new Date() }, { where: { id: userId } });
    expect(await findSessionUser(token)).toBeNull();
  });
});
