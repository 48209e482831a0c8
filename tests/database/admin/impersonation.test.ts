import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { endSession } from '@/app/services/account/end-session.server';
import { findSessionUser } from '@/app/services/account/find-session-user.server';
import { endImpersonation, startImpersonation } from '@/app/services/admin/impersonation.server';
import { setRole } from '@/app/services/admin/set-role.server';
import { User } from '@/models/user.server';
import { adminForm, auditOf, makeAdmin } from '@/tests/factories/admin';
import { startSession } from '@/tests/factories/session';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

describeOnBothDatabases('impersonation', () => {
  let admin: User;
  let ana: User;
  let token: string;

  beforeEach(async () => {
    admin = await User.findByPk(await makeAdmin(), { rejectOnEmpty: true });
    ana = await User.findByPk(await makeUser(), { rejectOnEmpty: true });
    token = await startSession(admin.id, 'a browser');
  });

  const whoIs = async () => (await findSessionUser(token))!;
  const begin = async (publicId = ana.publicId) =>
    startImpersonation({
      ...adminForm(admin.id),
      adminId: admin.id,
      sessionId: (await whoIs()).sessionId,
      publicId,
    });
  const end = async () => {
    const { id: userId, sessionId } = await whoIs();
    await endImpersonation({ id: sessionId, adminId: admin.id, userId });
  };
  const actions = async () => (await auditOf(admin.id)).map(({ action, subjectId }) => [action, subjectId]);

  it('switches one session to the user and back, and audits both', async () => {
    const elsewhere = await startSession(admin.id, 'another browser');
    await begin();
    expect(await whoIs()).toMatchObject({ id: ana.id, role: 'user', impersonator: { id: admin.id } });
    expect(await findSessionUser(elsewhere)).toMatchObject({ id: admin.id, impersonator: null });
    await end();
    expect(await whoIs()).toMatchObject({ id: admin.id, role: 'admin', impersonator: null });
    expect(await actions()).toEqual([
      ['acting-began', ana.id],
      ['acting-ended', ana.id],
    ]);
  });

  it('ends once', async () => {
    await begin();
    const { sessionId } = await whoIs();
    const ending = { id: sessionId, adminId: admin.id, userId: ana.id };
    await Promise.all([endImpersonation(ending), endImpersonation(ending), endImpersonation(ending)]);
    expect(await actions()).toHaveLength(2);
  });

  it('ends with the session, and is audited once', async () => {
    await begin();
    await Promise.all([endSession(token), endSession(token), endSession(token)]);
    expect(await findSessionUser(token)).toBeNull();
    expect(await actions()).toEqual([
      ['acting-began', ana.id],
      ['acting-ended', ana.id],
    ]);
    await endSession(await startSession(admin.id, 'a browser'));
    expect(await actions()).toHaveLength(2);
  });

  it('rejects an administrator, an unknown account and a deleted one', async () => {
    const other = await User.findByPk(await makeAdmin(), { rejectOnEmpty: true });
    await ana.update({ deletedAt: new Date() });
    for (const publicId of [other.publicId, admin.publicId, ana.publicId, 'unknown']) {
      await expect(begin(publicId)).rejects.toMatchObject({ code: 'admin.user-unknown' });
    }
    expect(await whoIs()).toMatchObject({ id: admin.id, impersonator: null });
    expect(await actions()).toEqual([]);
  });

  it('leaves sessions of other users unchanged', async () => {
    const other = await startSession(await makeAdmin(), 'their browser');
    const { sessionId } = (await findSessionUser(other))!;
    const request = { ...adminForm(admin.id), adminId: admin.id, sessionId, publicId: ana.publicId };
    await expect(startImpersonation(request)).rejects.toMatchObject({ code: 'account.login-required' });
    expect(await findSessionUser(other)).toMatchObject({ impersonator: null });
    expect(await actions()).toEqual([]);
  });

  it('ends when either role changes, even if it is changed back', async () => {
    for (const email of [admin.email, ana.email]) {
      const { role } = email === admin.email ? admin : ana;
      await begin();
      await setRole({ ...adminForm(null), email, role: role === 'admin' ? 'user' : 'admin' });
      await setRole({ ...adminForm(null), email, role });
      expect(await whoIs()).toMatchObject({ id: admin.id, impersonator: null });
    }
  });

  it('never impersonates an administrator, whichever comes first', async () => {
    const outcomes = await Promise.allSettled([
      begin(),
      setRole({ ...adminForm(null), email: ana.email, role: 'admin' }),
    ]);
    expect(outcomes[1].status).toBe('fulfilled');
    expect(await whoIs()).toMatchObject({ id: admin.id, impersonator: null });
  });

  it('grants roles to known accounts only', async () => {
    const request = { ...adminForm(admin.id), email: 'nobody@example.com', role: 'admin' } as const;
    await expect(setRole(request)).rejects.toMatchObject({ code: 'admin.user-unknown' });
    await setRole({ ...request, email: ana.email });
    expect(await User.findByPk(ana.id)).toMatchObject({ role: 'admin' });
    expect(await actions()).toEqual([['role-admin', ana.id]]);
  });
});
