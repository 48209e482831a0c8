import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import type { ProviderProfile } from '@/app/domain/account/identity-provider';
import { DUPLICATE_POST_WINDOW_MS } from '@/app/domain/account/login-code';
import { ACCOUNT_KINDS } from '@/app/domain/billing/wallet/accounts';
import { confirmIdentity as confirmInLanguage } from '@/app/services/account/confirm-identity.server';
import { endSession } from '@/app/services/account/end-session.server';
import { setFlag } from '@/app/services/admin/flags.server';
import { inTransaction } from '@/models/database.server';
import { Identity } from '@/models/identity.server';
import { Session } from '@/models/session.server';
import { Submission } from '@/models/submission.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { makeBrowser } from '@/tests/factories/browser';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const oauthReturn = () => ({ oauthState: randomUUID(), browser: makeBrowser() });

/** Signs in through an identity provider, each time with a new OAuth state. @returns the user's id */
const confirmIdentity = async (identity: ProviderProfile) =>
  (await confirmInLanguage(identity, 'pt', oauthReturn())).userId;

const switchMaintenance = (isOn: boolean) =>
  inTransaction((transaction) => setFlag({ name: 'maintenance', isOn }, transaction));

const atOnce = <T>(work: () => Promise<T>) => Promise.all(Array.from({ length: 20 }, work));

describeOnBothDatabases('confirming an identity', () => {
  let ana: ProviderProfile;

  beforeEach(() => {
    ana = {
      provider: 'google',
      subject: randomUUID(),
      name: 'Ana Souza',
      email: `${randomUUID()}@example.com`,
      isEmailVerified: true,
    };
  });

  const userByEmail = (email: string) => User.findAll({ where: { email } });

  it('creates one account with one wallet for 20 first sign-ins at once', async () => {
    const ids = await atOnce(() => confirmIdentity(ana));
    const [user, ...more] = await userByEmail(ana.email!);
    expect(more).toEqual([]);
    expect(new Set(ids)).toEqual(new Set([user!.id]));
    expect(await WalletAccount.count({ where: { userId: user!.id } })).toBe(ACCOUNT_KINDS.length);
    expect(await Identity.count({ where: { subject: ana.subject } })).toBe(1);
  });

  it('creates one account for sign-ins through two providers at once', async () => {
    const doors: ProviderProfile[] = [ana, { ...ana, provider: 'linkedin', subject: 'x' }];
    let turn = 0;
    const ids = await atOnce(() => confirmIdentity(doors[turn++ % 2]!));
    expect(new Set(ids).size).toBe(1);
    const identities = await Identity.findAll({ where: { userId: ids[0]! } });
    expect(identities.map(({ provider }) => provider).sort()).toEqual(['google', 'linkedin']);
  });

  it('begins an account in the time zone of its browser, which later sign-ins leave alone', async () => {
    for (const timeZone of ['Asia/Tokyo', 'Europe/Lisbon', undefined]) {
      await confirmInLanguage(ana, 'pt', { ...oauthReturn(), timeZone });
      expect(await userByEmail(ana.email!)).toMatchObject([{ timeZone: 'Asia/Tokyo' }]);
    }
    const rui = { ...ana, subject: randomUUID(), email: `${randomUUID()}@example.com` };
    await confirmIdentity(rui);
    expect(await userByEmail(rui.email)).toMatchObject([{ timeZone: 'America/Sao_Paulo' }]);
  });

  it('links an existing account once, and then finds it by the provider’s subject', async () => {
    const userId = await makeUser({ email: ana.email!, name: 'Ana' });
    expect(new Set(await atOnce(() => confirmIdentity(ana)))).toEqual(new Set([userId]));
    expect(await Identity.count({ where: { userId } })).toBe(1);
    expect((await userByEmail(ana.email!))[0]!.name).toBe('Ana');

    const moved = { ...ana, email: `${randomUUID()}@example.com`, isEmailVerified: false };
    expect(await confirmIdentity(moved)).toBe(userId);
    expect(await confirmIdentity({ ...ana, email: null })).toBe(userId);
    expect(await userByEmail(moved.email)).toEqual([]);
  });

  it('creates no account during maintenance, and signs existing users in', async () => {
    const rui = { ...ana, subject: randomUUID(), email: `${randomUUID()}@example.com` };
    const ruiId = await confirmIdentity(rui);
    await switchMaintenance(true);
    await expect(confirmIdentity(ana)).rejects.toMatchObject({ code: 'account.closed' });
    expect(await userByEmail(ana.email!)).toEqual([]);
    expect(await confirmIdentity(rui)).toBe(ruiId);
    await switchMaintenance(false);
    await confirmIdentity(ana);
  });

  it('distinguishes provider subjects by case and accents', async () => {
    const id = `a${ana.subject}`;
    const people = [id, id.toUpperCase(), `á${ana.subject}`].map((subject) => ({
      ...ana,
      subject,
      email: `${randomUUID()}@example.com`,
    }));
    const ids: number[] = [];
    for (const person of people) ids.push(await confirmIdentity(person));
    expect(new Set(ids).size).toBe(3);
  });

  it.each([{ isEmailVerified: false }, { email: null }])('rejects an address with %j', async (claims) => {
    const userId = await makeUser({ email: ana.email! });
    await expect(confirmIdentity({ ...ana, ...claims })).rejects.toMatchObject({
      code: 'account.identity-unverified',
      params: { provider: 'Google' },
    });
    expect(await Identity.count({ where: { userId } })).toBe(0);
  });

  it('rejects a deleted account, both by its address and by the provider’s subject', async () => {
    const userId = await makeUser({ email: ana.email! });
    await User.update({ deletedAt: new Date() }, { where: { id: userId } });
    await expect(confirmIdentity(ana)).rejects.toMatchObject({ code: 'account.login-failed' });
    await Identity.create({ userId, provider: ana.provider, subject: ana.subject });
    await expect(confirmIdentity(ana)).rejects.toMatchObject({ code: 'account.login-failed' });
  });

  it('opens one session for 20 equal callbacks at once, and none for a state replayed elsewhere or later', async () => {
    const used = { code: 'account.identity-failed', params: { provider: 'Google' } };
    const { oauthState, browser } = oauthReturn();
    const entries = await atOnce(() => confirmInLanguage(ana, 'pt', { oauthState, browser }));
    expect(new Set(entries.map(({ token }) => token)).size).toBe(1);
    const [{ userId, token }] = entries as [(typeof entries)[number]];
    expect(await Session.count({ where: { userId, method: 'google' } })).toBe(1);
    for (const other of [makeBrowser(), { ...browser, address: '198.51.100.9' }]) {
      await expect(confirmInLanguage(ana, 'pt', { oauthState, browser: other })).rejects.toMatchObject(used);
    }
    await endSession(token);
    await expect(confirmInLanguage(ana, 'pt', { oauthState, browser })).rejects.toMatchObject(used);
    await Submission.update(
      { createdAt: new Date(Date.now() - DUPLICATE_POST_WINDOW_MS) },
      { where: {}, silent: true },
    );
    await expect(confirmInLanguage(ana, 'pt', { oauthState, browser })).rejects.toMatchObject(used);
    expect(await Session.count({ where: { userId } })).toBe(0);
  });
});
