import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { deactivateAds } from '@/app/services/admin/ads/ads.server';
import { listAudit } from '@/app/services/admin/audit.server';
import { describeUser } from '@/app/services/admin/describe-user.server';
import { findUsers } from '@/app/services/admin/find-users.server';
import { grantMinutes } from '@/app/services/admin/grant-minutes.server';
import { User } from '@/models/user.server';
import { adminForm, makeAdmin } from '@/tests/factories/admin';
import { register } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const MINUTE_MS = 60_000;

describeOnBothDatabases('looking for people', () => {
  beforeEach(resetDatabase);

  const emailsFor = async (text: string) => (await findUsers(text)).rows.map(({ email }) => email).sort();

  it('finds users by a prefix of the e-mail or a part of e-mail or name', async () => {
    await makeUser({ email: 'ana@example.com', name: 'Ana Souza' });
    await makeUser({ email: 'mariana@example.com', name: 'Mariana Lima' });
    await makeUser({ email: 'x_100%@example.com', name: 'Érico Ávila' });
    expect(await emailsFor('ANA@')).toEqual(['ana@example.com']);
    expect(await emailsFor('aNa')).toEqual(['ana@example.com', 'mariana@example.com']);
    expect(await emailsFor(' souza ')).toEqual(['ana@example.com']);
    expect(await emailsFor('Érico')).toEqual(['x_100%@example.com']);
    expect(await emailsFor('%')).toEqual(['x_100%@example.com']);
    expect(await emailsFor('_')).toEqual(['x_100%@example.com']);
    expect(await emailsFor("' OR 1=1 --")).toEqual([]);
    expect(await emailsFor('')).toHaveLength(3);
  });

  it('lists all page by page, newest first, without deleted accounts', async () => {
    const ids: number[] = [];
    for (let count = 0; count < 45; count += 1) ids.unshift(await makeUser({ name: `Pessoa ${count}` }));
    await User.update({ deletedAt: new Date() }, { where: { id: ids[3] } });
    const names: string[] = [];
    let before: string | undefined;
    do {
      const page = await findUsers('pessoa', before);
      names.push(...page.rows.map(({ name }) => name));
      before = page.older ?? undefined;
    } while (before);
    const all = ids.map((_, index) => `Pessoa ${44 - index}`);
    expect(names).toEqual(all.filter((name) => name !== 'Pessoa 41'));
  });

  it('describes a user by figures', async () => {
    const adminId = await makeAdmin();
    const userId = await makeUser({ email: 'ana@example.com' });
    const { publicId } = await User.findByPk(userId, { rejectOnEmpty: true });
    await register(userId, { durationMs: 10 * MINUTE_MS, fileName: 'segredo.mp3' });
    await grantMinutes({ ...adminForm(adminId), user: { publicId }, minutes: 5, reason: 'Cortesia' });
    await deactivateAds(adminForm(adminId));
    const described = await describeUser(publicId);
    expect(described).toMatchObject({
      email: 'ana@example.com',
      role: 'user',
      transcriptions: 1,
      sessions: 0,
      balances: { trial: 25 * MINUTE_MS, subscription: 0, bought: 0, reserved: 10 * MINUTE_MS },
    });
    expect(
      described.ledger.map(({ kind, reason, amountMs }) => [kind, reason, amountMs / MINUTE_MS]),
    ).toEqual([
      ['credit', 'grant', 5],
      ['hold', 'transcription', -10],
      ['credit', 'trial', 30],
    ]);
    expect(described.audit).toMatchObject([
      { adminName: 'Clara Chefe', subject: { publicId }, action: 'minutes-granted' },
    ]);
    expect(JSON.stringify(described)).not.toContain('segredo');
    await User.update({ deletedAt: new Date() }, { where: { id: userId } });
    for (const unknown of ['unknown', 'A'.repeat(22), publicId]) {
      await expect(describeUser(unknown)).rejects.toMatchObject({ code: 'admin.user-unknown' });
    }
  });

  it('lists the whole audit log page by page', async () => {
    const adminId = await makeAdmin();
    for (let count = 0; count < 5; count += 1) await deactivateAds(adminForm(count === 4 ? null : adminId));
    const first = await listAudit(3);
    expect(first.rows.map(({ adminName }) => adminName)).toEqual([null, 'Clara Chefe', 'Clara Chefe']);
    const second = await listAudit(3, { before: first.older! });
    expect([second.rows.length, second.older]).toEqual([2, null]);
  });
});
