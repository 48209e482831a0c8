import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { grantMinutes } from '@/app/services/admin/grant-minutes.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { isOnTrial } from '@/app/services/billing/wallet/is-on-trial.server';
import { readBalance, readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { inTransaction } from '@/models/database.server';
import { User } from '@/models/user.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { adminForm, auditOf, makeAdmin } from '@/tests/factories/admin';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const MINUTE_MS = 60_000;

describeOnBothDatabases('granting minutes', () => {
  let adminId: number;
  let user: User;

  beforeEach(async () => {
    adminId = await makeAdmin();
    user = await User.findByPk(await makeUser(), { rejectOnEmpty: true });
  });

  const grant = (request: Partial<Parameters<typeof grantMinutes>[0]> = {}) =>
    grantMinutes({
      ...adminForm(adminId),
      user: { publicId: user.publicId },
      minutes: 45,
      reason: 'Cortesia',
      ...request,
    });

  it('credits the trial account by one ledger entry that the audit log references with its reason', async () => {
    await grant();
    expect(await readBalances(user.id)).toEqual({
      trial: 75 * MINUTE_MS,
      subscription: 0,
      bought: 0,
      reserved: 0,
    });
    const [posted, ...more] = await WalletTransaction.findAll({
      where: { userId: user.id, reason: 'grant' },
    });
    expect(more).toEqual([]);
    expect(await auditOf(adminId)).toEqual([
      {
        action: 'minutes-granted',
        subjectId: user.id,
        details: { minutes: 45, reason: 'Cortesia', reference: posted!.reference },
      },
    ]);
    expect(await checkLedger()).toEqual([]);
  });

  it("lifts the trial's limits, also once the minutes are used up", async () => {
    expect(await isOnTrial(user)).toBe(true);
    await grant();
    expect(await isOnTrial(user)).toBe(false);
    await inTransaction((transaction) => {
      const hold = {
        userId: user.id,
        amountMs: 75 * MINUTE_MS,
        reason: 'transcription',
        reference: 'all of it',
      };
      return holdMinutes(hold, transaction);
    });
    expect(await readBalance(user.id)).toBe(0);
    expect(await isOnTrial(user)).toBe(false);
  });

  it('finds the account by e-mail, as the terminal does', async () => {
    const before = (await auditOf(null)).length;
    await grant({ adminId: null, user: { email: user.email } });
    expect(await readBalance(user.id)).toBe(75 * MINUTE_MS);
    expect((await auditOf(null)).length).toBe(before + 1);
  });

  it('credits once, twenty times at the same moment', async () => {
    const form = adminForm(adminId);
    await Promise.all(Array.from({ length: 20 }, () => grant(form)));
    expect(await readBalance(user.id)).toBe(75 * MINUTE_MS);
    expect(await auditOf(adminId)).toHaveLength(1);
  });

  it('rejects an unknown or deleted account', async () => {
    await expect(grant({ user: { email: 'nobody@example.com' } })).rejects.toMatchObject({
      code: 'admin.user-unknown',
    });
    await user.update({ deletedAt: new Date() });
    await expect(grant()).rejects.toMatchObject({ code: 'admin.user-unknown', status: 404 });
    expect(await readBalance(user.id)).toBe(30 * MINUTE_MS);
    expect(await auditOf(adminId)).toEqual([]);
  });
});
