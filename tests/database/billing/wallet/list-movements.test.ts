import '@/tests/support/data-folder';
import { beforeEach, expect, it } from 'vitest';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { listMovements } from '@/app/services/billing/wallet/list-movements.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { inTransaction } from '@/models/database.server';
import { giveMinutes } from '@/tests/factories/minutes';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases } from '@/tests/support/databases';

const MINUTE_MS = 60_000;

describeOnBothDatabases('a user’s movements', () => {
  let userId: number;

  beforeEach(async () => {
    userId = await makeUser();
  });

  const all = () => listMovements(userId, { page: 1, limit: 50 });

  const hold = (reference: string, minutes: number) =>
    inTransaction((transaction) =>
      holdMinutes({ userId, amountMs: minutes * MINUTE_MS, reason: 'transcription', reference }, transaction),
    );
  const close = (holdId: number, outcome: 'settle' | 'release') =>
    inTransaction((transaction) => closeHold(holdId, outcome, transaction));

  it('are credits and spent minutes, newest first, without open or released holds', async () => {
    await close(await hold(`spent-${userId}`, 4), 'settle');
    await close(await hold(`back-${userId}`, 3), 'release');
    await hold(`open-${userId}`, 2);
    const { movements, count } = await all();
    expect(count).toBe(2);
    expect(movements.map(({ reason, amountMs }) => [reason, amountMs / MINUTE_MS])).toEqual([
      ['transcription', -4],
      ['trial', 30],
    ]);
    expect(await readBalances(userId)).toEqual({
      trial: 24 * MINUTE_MS,
      subscription: 0,
      bought: 0,
      reserved: 2 * MINUTE_MS,
    });
  });

  it('count minutes spent from several accounts once', async () => {
    await giveMinutes({ userId, account: 'bought', amountMs: 10 * MINUTE_MS, reason: 'bought' });
    await close(await hold(`both-${userId}`, 35), 'settle');
    expect((await all()).movements[0]).toMatchObject({ amountMs: -35 * MINUTE_MS, title: null });
  });

  it('are paginated, and are those of one user only', async () => {
    for (let time = 0; time < 3; time += 1) await close(await hold(`${userId}-${time}`, 1), 'settle');
    const second = await listMovements(userId, { page: 2, limit: 3 });
    expect(second.count).toBe(4);
    expect(second.movements.map(({ reason }) => reason)).toEqual(['trial']);
    expect((await listMovements(userId, { page: 9, limit: 3 })).movements).toEqual([]);
    expect((await listMovements(await makeUser(), { page: 1, limit: 9 })).count).toBe(1);
  });
});
