import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { decodeJwt, SignJWT } from 'jose';
import { beforeEach, expect, it } from 'vitest';
import type { TokenScope } from '@/app/domain/api/scopes';
import { findSessionUser } from '@/app/services/account/find-session-user.server';
import { findCaller } from '@/app/services/api/find-caller.server';
import {
  createPersonalToken,
  listPersonalTokens,
  revokePersonalToken,
} from '@/app/services/api/personal-tokens.server';
import { startApiSession } from '@/app/services/api/sign-in-token.server';
import { ApiToken } from '@/models/api-token.server';
import { inTransaction } from '@/models/database.server';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

describeOnBothDatabases('tokens of the API', () => {
  let userId: number;

  beforeEach(async () => {
    await resetDatabase();
    userId = await makeUser();
  });

  const make = async (scopes: TokenScope[] = ['read'], expiresInDays: number | null = null) => {
    const token = { name: 'Planilha', scopes, expiresInDays, submissionId: randomUUID() };
    return (await createPersonalToken(userId, token))!;
  };
  const signIn = () =>
    inTransaction((transaction) =>
      startApiSession({ userId, method: 'email', userAgent: 'curl/8' }, transaction),
    );

  it('of a person open their account with the scopes that they chose', async () => {
    const token = await make(['billing', 'read']);
    expect(await findCaller(token)).toMatchObject({
      user: { id: userId, role: 'user', impersonator: null },
      scopes: ['read', 'billing'],
      sessionId: null,
    });
    expect(await listPersonalTokens(userId)).toMatchObject([
      { name: 'Planilha', ending: token.slice(-4), scopes: ['read', 'billing'], expiresAt: null },
    ]);
    expect((await ApiToken.findOne({ rejectOnEmpty: true })).tokenHash).not.toContain(token.slice(4, 20));
  });

  it('of a person end when they expire, are revoked, or the account is deleted', async () => {
    expect(await findCaller(await make(['read'], -1))).toBeNull();
    const token = await make(['read'], 1);
    const stranger = await makeUser();
    const { publicId } = (await listPersonalTokens(userId))[0]!;
    await revokePersonalToken(stranger, publicId);
    expect(await findCaller(token)).not.toBeNull();
    await revokePersonalToken(userId, publicId);
    expect(await findCaller(token)).toBeNull();
    const another = await make();
    await User.update({ deletedAt: new Date() }, { where: { id: userId } });
    expect(await findCaller(another)).toBeNull();
  });

  it('of a person never open what administrators may do', async () => {
    await User.update({ role: 'admin' }, { where: { id: userId } });
    expect((await findCaller(await make()))!.user.role).toBe('user');
  });

  it('of a person are at most fifty, also when many are made at once', async () => {
    const made = await Promise.allSettled(Array.from({ length: 55 }, () => make()));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(50);
    expect(await ApiToken.count()).toBe(50);
  });

  it('of a sign-in hold the fields of the session, and open the account while it lasts', async () => {
    const token = await signIn();
    const claims = decodeJwt(token);
    const fields = [
      'confirmed_mail',
      'container',
      'createdAt',
      'crypto',
      'email',
      'exp',
      'jti',
      'leadOrigin',
    ];
    const more = ['name', 'occupationArea', 'picture', 'step', 'updatedAt'];
    expect(Object.keys(claims).sort()).toEqual([...fields, ...more]);
    const user = await User.findByPk(userId, { rejectOnEmpty: true });
    expect(claims).toMatchObject({ crypto: user.publicId, email: user.email, step: user.onboardingStep });
    expect(await findCaller(token)).toMatchObject({
      user: { id: userId },
      scopes: ['read', 'write', 'billing'],
    });
    await Session.destroy({ where: { userId } });
    expect(await findCaller(token)).toBeNull();
  });

  it('of a sign-in are signed by us, and are no session of a browser', async () => {
    const token = await signIn();
    const claims = decodeJwt(token);
    const forged = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256' })
      .sign(new Uint8Array(32).fill(7));
    const [, payload] = token.split('.');
    const unsigned = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${payload}.`;
    expect(await findCaller(forged)).toBeNull();
    expect(await findCaller(unsigned)).toBeNull();
    expect(await findSessionUser(claims.jti!)).toBeNull();
    expect(await findCaller(token)).not.toBeNull();
  });

  it('of an impersonation open nothing once it has ended, least of all the administrator’s account', async () => {
    const adminId = await makeUser();
    await User.update({ role: 'admin' }, { where: { id: adminId } });
    const acting = () =>
      inTransaction((transaction) =>
        startApiSession(
          { userId: adminId, method: 'email', userAgent: 'curl/8', actingAsUserId: userId },
          transaction,
        ),
      );
    const [first, second] = [await acting(), await acting()];
    expect(await findCaller(first)).toMatchObject({ user: { id: userId, impersonator: { id: adminId } } });
    await Session.update({ actingAsUserId: null }, { where: { actingAsUserId: userId } });
    expect(await findCaller(first)).toBeNull();
    await Session.update({ actingAsUserId: userId }, { where: { userId: adminId } });
    expect(await findCaller(second)).not.toBeNull();
    await User.update({ role: 'user' }, { where: { id: adminId } });
    expect(await findCaller(second)).toBeNull();
  });
});
