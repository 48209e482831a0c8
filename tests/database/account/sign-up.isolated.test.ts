import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { INVITATION_LIFETIME_MS } from '@/app/domain/account/sign-up';
import { confirmCode } from '@/app/services/account/confirm-code.server';
import { confirmIdentity } from '@/app/services/account/confirm-identity.server';
import { requestCode } from '@/app/services/account/request-code.server';
import { findInvitedEmail } from '@/app/services/account/sign-up.server';
import {
  invite,
  listInvitations,
  revokeInvitation,
  sendInvitationEmail,
} from '@/app/services/admin/invitations.server';
import { Invitation } from '@/models/invitation.server';
import { Job } from '@/models/job.server';
import { User } from '@/models/user.server';
import { makeBrowser, makeCodeForm } from '@/tests/factories/browser';
import { KNOWN_CODE, makeChallenge } from '@/tests/factories/challenge';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const mailFolder = path.join(settings.dataDir, 'mail');

describeOnBothDatabases('creating accounts', () => {
  let email: string;

  beforeEach(async () => {
    email = `${randomUUID()}@example.com`;
    await rm(mailFolder, { recursive: true, force: true });
  });

  afterEach(() => {
    Object.assign(settings, { signUp: 'open', signUpDomains: [] });
  });

  const mails = async () =>
    Promise.all(
      (await readdir(mailFolder).catch(() => [])).map((file) =>
        readFile(path.join(mailFolder, file), 'utf8'),
      ),
    );

  const ask = (purpose: 'login' | 'signup', to = email) =>
    requestCode({ purpose, email: to, name: 'Ana Souza', language: 'en', ...makeCodeForm() });

  const byCode = async (to = email) => {
    const challenge = await makeChallenge({ purpose: 'signup', email: to, name: 'Ana Souza' });
    return confirmCode([challenge], { code: KNOWN_CODE }, randomUUID(), makeBrowser());
  };

  const byProvider = (to = email) =>
    confirmIdentity(
      { provider: 'google', subject: to, name: 'Ana Souza', email: to, isEmailVerified: true },
      'pt',
      { oauthState: randomUUID(), browser: makeBrowser() },
    );

  const inviteThem = (to = email) =>
    invite({ adminId: null, submissionId: randomUUID(), email: to, language: 'en' });

  const newest = () => Invitation.findOne({ where: { email }, order: [['id', 'DESC']], rejectOnEmpty: true });

  const accounts = (to = email) => User.count({ where: { email: to } });

  describe('when sign-up is closed', () => {
    beforeEach(() => {
      Object.assign(settings, { signUp: 'closed' });
    });

    it('refuses every way, at the form too', async () => {
      const refusal = { code: 'account.signup-closed' };
      await expect(ask('signup')).rejects.toMatchObject(refusal);
      await expect(byCode()).rejects.toMatchObject(refusal);
      await expect(byProvider()).rejects.toMatchObject(refusal);
      expect(await accounts()).toBe(0);
    });

    it('lets accounts sign in by a code and a provider', async () => {
      const userId = await makeUser({ email });
      await ask('login');
      expect((await mails()).join()).toMatch(/\d{6}/);
      expect((await byProvider()).userId).toBe(userId);
    });

    it('offers no account to somebody who wants to sign in without one', async () => {
      await ask('login');
      const [mail] = await mails();
      expect(mail).toContain('cannot be created at the moment');
      expect(mail).not.toContain('/signup');
    });
  });

  describe('for some domains only', () => {
    beforeEach(() => {
      Object.assign(settings, { signUpDomains: ['example.org'] });
    });

    it.each(['ana@example.com', 'ana@sub.example.org', 'ana@example.org.example.com', 'ana@notexample.org'])(
      'refuses %s alike, with an account and without',
      async (other) => {
        const refusal = { code: 'account.signup-domain' };
        await expect(ask('signup', other)).rejects.toMatchObject(refusal);
        await expect(byProvider(other)).rejects.toMatchObject(refusal);
        await makeUser({ email: other });
        await expect(ask('signup', other)).rejects.toMatchObject(refusal);
        await User.update({ email: `${randomUUID()}@example.com` }, { where: { email: other } });
      },
    );

    it('takes one of them, and accounts of others', async () => {
      const ours = `${randomUUID()}@example.org`;
      await ask('signup', ours);
      await byCode(ours);
      expect(await accounts(ours)).toBe(1);
      const userId = await makeUser({ email });
      expect((await byProvider()).userId).toBe(userId);
    });
  });

  describe('by invitation', () => {
    beforeEach(() => {
      Object.assign(settings, { signUp: 'invite' });
    });

    it('refuses who was not invited, and tells only the owner of the address', async () => {
      await ask('signup');
      const [mail] = await mails();
      expect(mail).toContain('by invitation only');
      await expect(byCode()).rejects.toMatchObject({ code: 'account.signup-not-invited' });
      await expect(byProvider()).rejects.toMatchObject({ code: 'account.signup-not-invited' });
      expect(await accounts()).toBe(0);
    });

    it.each([
      ['a code', byCode],
      ['a provider', byProvider],
    ])('lets an invited address in by %s, and uses the invitation up', async (_way, enter) => {
      await inviteThem();
      await enter(email);
      expect(await accounts()).toBe(1);
      expect((await newest()).usedAt).not.toBeNull();
      await User.update({ email: `${randomUUID()}@example.com` }, { where: { email } });
      await expect(byCode()).rejects.toMatchObject({ code: 'account.signup-not-invited' });
    });

    it('mails a link that names the address while it is open', async () => {
      const link = new URL(await inviteThem());
      const publicId = link.searchParams.get('invitation')!;
      expect(await findInvitedEmail(publicId)).toBe(email);
      const { payload } = await Job.findOne({
        where: { name: 'send-invitation' },
        order: [['id', 'DESC']],
        rejectOnEmpty: true,
      });
      await sendInvitationEmail({ payload: JSON.parse(payload) } as never);
      const [mail] = await mails();
      expect(mail).toContain(`To: ${email}`);
      await revokeInvitation({ adminId: null, submissionId: randomUUID(), invitation: publicId });
      expect(await findInvitedEmail(publicId)).toBeNull();
      await sendInvitationEmail({ payload: JSON.parse(payload) } as never);
      expect(await mails()).toHaveLength(1);
      await expect(byCode()).rejects.toMatchObject({ code: 'account.signup-not-invited' });
    });

    it('holds for seven days', async () => {
      await inviteThem();
      const { expiresAt, createdAt } = await newest();
      expect(expiresAt.getTime() - createdAt.getTime()).toBeGreaterThan(INVITATION_LIFETIME_MS - 60_000);
      await Invitation.update({ expiresAt: new Date(Date.now() - 1) }, { where: { email } });
      await expect(byCode()).rejects.toMatchObject({ code: 'account.signup-not-invited' });
      expect((await listInvitations()).rows[0]).toMatchObject({ email, state: 'expired' });
    });

    it('replaces an earlier invitation, and lists both', async () => {
      await inviteThem();
      await inviteThem();
      const states = (await listInvitations()).rows.filter((row) => row.email === email);
      expect(states.map(({ state }) => state)).toEqual(['open', 'revoked']);
    });

    it('invites nobody who has an account, nor outside of the domains', async () => {
      await makeUser({ email });
      await expect(inviteThem()).rejects.toMatchObject({ code: 'admin.invitation-has-account' });
      Object.assign(settings, { signUpDomains: ['example.org'] });
      await expect(inviteThem(`${randomUUID()}@example.com`)).rejects.toMatchObject({
        code: 'account.signup-domain',
      });
      Object.assign(settings, { signUp: 'open', signUpDomains: [] });
      await expect(inviteThem(`${randomUUID()}@example.com`)).rejects.toMatchObject({
        code: 'admin.invitations-off',
      });
    });
  });
});
