import '@/tests/support/data-folder';
import { QueryTypes } from 'sequelize';
import { expect, it } from 'vitest';
import { HOUR_MS } from '@/app/domain/billing/payments/catalogue';
import { addMonths } from '@/app/domain/billing/payments/months';
import { grantMinutes } from '@/app/services/admin/grant-minutes.server';
import { balanceOrder } from '@/app/services/billing/payments/balance-order.server';
import { renewMonth } from '@/app/services/billing/payments/renew-month.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { lockWallet } from '@/app/services/billing/wallet/lock-wallet.server';
import { database, inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { newPublicId } from '@/models/public-id.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { register, transcriptionOf } from '@/tests/factories/recording';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

const NEWEST_OF = (kind: string) => `(SELECT MAX(id) AS id FROM wallet_transactions WHERE kind = '${kind}')`;
const ENTRY_OF = (kind: string, where: string) => `
  SELECT MIN(e.id) AS id FROM wallet_entries e JOIN wallet_transactions t ON t.id = e.transaction_id
  JOIN wallet_accounts a ON a.id = e.account_id WHERE t.kind = '${kind}' AND ${where}`;
/** MySQL reads no table that the statement changes, unless it is copied first. */
const copied = (select: string) => `(SELECT id FROM (${select}) AS copied)`;
const changeEntry = (kind: string, where: string, change: string) =>
  `UPDATE wallet_entries SET ${change} WHERE id = ${copied(ENTRY_OF(kind, where))}`;
const another = (table: string, columns: string, id: string, changed: Record<string, string>) => {
  const values = columns.split(', ').map((column) => changed[column] ?? column);
  return `INSERT INTO ${table} (${columns}) SELECT ${values.join(', ')} FROM ${table} WHERE id = ${id}`;
};
const TRANSACTION = 'user_id, kind, reason, reference, order_id, created_at, updated_at';
const LOT = (source: string) => `source LIKE '${source}'`;

/** What may go wrong with a ledger, by hand, by a restore or by a bug. */
const FAULTS: Record<string, string> = {
  'a cached balance too high': "UPDATE wallet_accounts SET balance_ms = balance_ms + 1 WHERE kind = 'bought'",
  'a cached balance too low': "UPDATE wallet_accounts SET balance_ms = balance_ms - 1 WHERE kind = 'trial'",
  'an account below 0': "UPDATE wallet_accounts SET balance_ms = -1 WHERE kind = 'reserved'",
  'a loss above 0': "UPDATE wallet_accounts SET balance_ms = 1 WHERE kind = 'loss'",
  'an entry that was changed': changeEntry('credit', "a.kind = 'bought'", 'amount_ms = amount_ms + 1'),
  'an entry that was deleted': `DELETE FROM wallet_entries WHERE id = ${copied(ENTRY_OF('hold', '1 = 1'))}`,
  'an event without entries': another('wallet_transactions', TRANSACTION, NEWEST_OF('hold'), {
    reference: "'copy'",
  }),
  'an event of another user': `UPDATE wallet_transactions SET user_id = user_id + 1 WHERE id = ${copied(NEWEST_OF('hold'))}`,
  'minutes without a lot': changeEntry('credit', "a.kind = 'bought'", 'lot_id = NULL'),
  'minutes of another lot': changeEntry(
    'hold',
    "a.kind = 'trial'",
    "lot_id = (SELECT id FROM wallet_lots WHERE source LIKE 'grant:%')",
  ),
  'minutes of a lot of another account': changeEntry(
    'hold',
    "a.kind = 'trial'",
    "lot_id = (SELECT MAX(id) FROM wallet_lots WHERE account = 'bought')",
  ),
  'a lot of spent minutes': changeEntry(
    'settle',
    "a.kind = 'consumed'",
    'lot_id = (SELECT MIN(id) FROM wallet_lots)',
  ),
  'a lot overdrawn': `UPDATE wallet_lots SET remaining_ms = -1 WHERE ${LOT('order:%')}`,
  'a lot underdrawn': `UPDATE wallet_lots SET remaining_ms = remaining_ms + 1 WHERE ${LOT('grant:%')}`,
  'a lot credited more than was posted': `UPDATE wallet_lots SET credited_ms = credited_ms + 1 WHERE ${LOT('trial:%')}`,
  'a loss that was forgotten': 'UPDATE wallet_lots SET lost_ms = 0 WHERE lost_ms > 0',
  'a lot of another order': `UPDATE wallet_lots SET order_id = (SELECT MIN(id) FROM orders) WHERE ${LOT('order:%')}
    AND order_id > (SELECT MIN(id) FROM orders)`,
  'a lot of another user': `UPDATE wallet_lots SET user_id = user_id + 1 WHERE ${LOT('order:%')}`,
  'bought minutes that end': `UPDATE wallet_lots SET ends_at = created_at WHERE ${LOT('order:%')}`,
  'a second trial': another(
    'wallet_transactions',
    TRANSACTION,
    "(SELECT MIN(id) FROM wallet_transactions WHERE reason = 'trial')",
    {
      reference: "'again'",
    },
  ),
  'another price of an order': "UPDATE orders SET amount_cents = amount_cents - 1 WHERE kind = 'hours'",
  'other hours of an order': "UPDATE orders SET minutes_ms = minutes_ms + 3600000 WHERE kind = 'hours'",
  'another quantity of an order': "UPDATE orders SET quantity = quantity + 1 WHERE kind = 'hours'",
  'an order that was never paid':
    "UPDATE orders SET status = 'open' WHERE kind = 'hours' AND refunded_cents = 0",
  'a refund without its minutes':
    "UPDATE orders SET refunded_cents = 1000 WHERE kind = 'hours' AND refunded_cents = 0",
  'minutes taken without a refund': "UPDATE orders SET refunded_cents = 0 WHERE kind = 'hours'",
  'more returned than was paid':
    "UPDATE orders SET disputed_cents = 100000 WHERE kind = 'hours' AND refunded_cents > 0",
  'a lower amount paid, after a refund':
    "UPDATE orders SET paid_cents = 3000 WHERE kind = 'hours' AND refunded_cents > 0",
  'a payment that stands beside nothing':
    "UPDATE wallet_transactions SET order_id = NULL WHERE reason = 'bought'",
  'a month that was not paid': "UPDATE orders SET status = 'failed' WHERE kind = 'subscription'",
  'a month granted in part': 'UPDATE subscriptions SET month_planned_ms = month_planned_ms + 1',
  'a month without its lot': 'UPDATE subscriptions SET month_number = month_number + 1',
  'a credit with the wrong sign': `UPDATE wallet_transactions SET kind = 'refund' WHERE id = ${copied(NEWEST_OF('credit'))}`,
  'a finished transcription charged otherwise':
    "UPDATE transcriptions SET duration_ms = duration_ms + 1 WHERE status = 'succeeded'",
  'a finished transcription not charged':
    "UPDATE transcriptions SET status = 'succeeded' WHERE status = 'pending'",
  'a failed transcription that was charged':
    "UPDATE transcriptions SET status = 'failed' WHERE status = 'succeeded'",
  'minutes reserved for nothing': "DELETE FROM transcriptions WHERE status = 'pending'",
  'a hold closed twice': another('wallet_transactions', TRANSACTION, NEWEST_OF('settle'), {
    reference: "'close:0'",
  }),
};

const TABLES = [
  'wallet_accounts',
  'wallet_lots',
  'wallet_transactions',
  'wallet_entries',
  'orders',
  'subscriptions',
  'transcriptions',
];

type Row = Record<string, unknown> & { id: number };

const read = (table: string) =>
  database().query<Row>(`SELECT * FROM ${table} ORDER BY id`, { type: QueryTypes.SELECT });

async function snapshot(): Promise<Map<string, Row[]>> {
  const tables = new Map<string, Row[]>();
  for (const table of TABLES) tables.set(table, await read(table));
  return tables;
}

/** Puts the rows back that differ. */
async function restore(saved: Map<string, Row[]>): Promise<void> {
  for (const [table, rows] of saved) {
    const now = new Map((await read(table)).map((row) => [row.id, row]));
    for (const row of rows) {
      const isSame = JSON.stringify(now.get(row.id)) === JSON.stringify(row);
      const known = now.delete(row.id);
      if (isSame) continue;
      const columns = Object.keys(row);
      const sql = known
        ? `UPDATE ${table} SET ${columns.map((column) => `${column} = :${column}`).join(', ')} WHERE id = :id`
        : `INSERT INTO ${table} (${columns.join(', ')}) VALUES (${columns.map((column) => `:${column}`).join(', ')})`;
      await database().query(sql, { replacements: row });
    }
    for (const id of now.keys())
      await database().query(`DELETE FROM ${table} WHERE id = :id`, { replacements: { id } });
  }
}

/** A ledger with every kind of event, of a user beside whom another one has an account. */
async function makeLedger(): Promise<void> {
  const userId = await makeUser();
  await makeUser();
  const { publicId } = await User.findByPk(userId, { rejectOnEmpty: true });
  const { id: adminId } = await User.create({
    publicId: newPublicId(),
    email: 'admin@example.com',
    name: 'A',
    role: 'admin',
  });
  await grantMinutes({ adminId, submissionId: 'one', user: { publicId }, minutes: 20, reason: 'thanks' });
  const paid = { userId, status: 'paid' as const, paidAt: new Date() };
  const buy = async (hours: number) => {
    const order = await Order.create({
      ...paid,
      publicId: newPublicId(),
      kind: 'hours',
      priceId: 'celeste_hour',
      quantity: hours,
      unitCents: 2190,
      amountCents: 2190 * hours,
      paidCents: 2190 * hours,
      minutesMs: hours * HOUR_MS,
    });
    return settleOrder(order);
  };
  const settleOrder = async (order: Order) => {
    await order.reload();
    await inTransaction(async (transaction) => {
      await lockWallet(userId, transaction);
      await balanceOrder(order, transaction);
    });
    return order;
  };
  const refunded = await buy(2);
  const end = async (status: 'succeeded' | 'failed') => {
    const transcription = await transcriptionOf(await register(userId, { durationMs: 80 * 60_000 }));
    await inTransaction(async (transaction) => {
      await transcription.update({ status }, { transaction });
      await closeHold(transcription.holdId!, status === 'succeeded' ? 'settle' : 'release', transaction);
    });
  };
  await end('succeeded');
  await end('failed');
  await refunded.update({ refundedCents: 4380 });
  await settleOrder(refunded);
  await buy(1);
  const start = new Date();
  const subscription = await Subscription.create({
    userId,
    externalId: newPublicId(),
    priceId: 'celeste_light_monthly',
    status: 'active',
  });
  await Order.create({
    ...paid,
    publicId: newPublicId(),
    kind: 'subscription',
    priceId: 'celeste_light_monthly',
    quantity: 1,
    amountCents: 9950,
    subscriptionId: subscription.id,
    periodStart: start,
    periodEnd: addMonths(start, 1),
  });
  await subscription.reload();
  await inTransaction(async (transaction) => {
    await lockWallet(userId, transaction);
    await renewMonth(subscription, start, transaction);
  });
  await register(userId);
}

describeOnBothDatabases('a ledger', () => {
  it(`shows each of ${Object.keys(FAULTS).length} planted faults, and none when it is clean`, async () => {
    await resetDatabase();
    await makeLedger();
    const clean = await snapshot();
    expect(await checkLedger()).toEqual([]);
    const unseen: string[] = [];
    for (const [fault, sql] of Object.entries(FAULTS)) {
      await database().query(sql);
      if ((await checkLedger()).length === 0) unseen.push(fault);
      await restore(clean);
      expect(await checkLedger(), `after ${fault}`).toEqual([]);
    }
    expect(unseen).toEqual([]);
  });
});
