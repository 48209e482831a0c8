import { DataTypes, type QueryInterface, QueryTypes, type Sequelize, type Transaction } from 'sequelize';
import { belongsTo, dateTime, milliseconds, optionalDateTime, rowKey, text } from './column-kinds.server';
import { addColumn, addIndex, changeRows, createTable, type Dialect, type Step } from './steps.server';

export const name = '0029-wallet-lots';

/**
 * orders.credited_ms and subscriptions.month_granted_ms are read no more, but stay for processes of the earlier
 * version that still run.
 */
export function steps(dialect: Dialect): Step[] {
  const id = rowKey(dialect);
  const amount = { ...milliseconds, defaultValue: 0 };
  const optionalReference = (table: string) => ({ ...belongsTo(table, 'RESTRICT'), allowNull: true });
  return [
    createTable('wallet_lots', {
      id,
      user_id: belongsTo('users', 'RESTRICT'),
      account: text(16),
      source: { ...text(128), unique: true },
      order_id: optionalReference('orders'),
      credited_ms: amount,
      remaining_ms: amount,
      lost_ms: amount,
      ends_at: optionalDateTime,
      created_at: dateTime,
      updated_at: dateTime,
    }),
    addIndex('wallet_lots', ['user_id']),
    addColumn('wallet_entries', 'lot_id', optionalReference('wallet_lots')),
    addIndex('wallet_entries', ['lot_id']),
    addColumn('orders', 'unit_cents', { type: DataTypes.INTEGER, allowNull: false, defaultValue: 0 }),
    addColumn('orders', 'paid_cents', { type: DataTypes.INTEGER, allowNull: true }),
    changeRows('keep the prices of orders', keepPrices),
    changeRows('open the accounts of losses', openLossAccounts),
    changeRows('sort minutes into lots', sortIntoLots),
  ];
}

async function keepPrices({ sequelize }: QueryInterface, transaction: Transaction | null): Promise<void> {
  await sequelize.query(
    "UPDATE orders SET unit_cents = amount_cents / quantity WHERE kind = 'hours' AND quantity > 0",
    { transaction },
  );
  await sequelize.query("UPDATE orders SET paid_cents = amount_cents WHERE status = 'paid'", { transaction });
}

const openLossAccounts = ({ sequelize }: QueryInterface, transaction: Transaction | null) =>
  sequelize.query(
    `INSERT INTO wallet_accounts (user_id, kind, balance_ms, created_at, updated_at)
    SELECT user_id, 'loss', 0, created_at, updated_at FROM wallet_accounts WHERE kind = 'external'`,
    { transaction },
  );

const USERS_AT_ONCE = 500;

async function sortIntoLots({ sequelize }: QueryInterface, transaction: Transaction | null): Promise<void> {
  const ledger = new OldLedger(sequelize, transaction);
  for (let after = 0; ; ) {
    const users = await ledger.select<{ id: number }>(
      `SELECT id FROM users WHERE id > :after ORDER BY id LIMIT ${USERS_AT_ONCE}`,
      { after },
    );
    for (const { id } of users) await ledger.sortWallet(id);
    if (users.length < USERS_AT_ONCE) return;
    after = users.at(-1)!.id;
  }
}

type Moment = Date | string;

interface Entry {
  id: number;
  transactionId: number;
  accountId: number;
  account: string;
  amountMs: number;
  kind: string;
  reference: string;
  orderId: number | null;
  createdAt: Moment;
}

interface Lot {
  id: number;
  account: string;
  source: string;
  orderId: number | null;
  creditedMs: number;
  remainingMs: number;
  lostMs: number;
  endsAt: Moment | null;
  createdAt: Moment;
}

interface Part {
  lot: Lot;
  amountMs: number;
}

/** Replays a ledger in which an account's minutes had no source, and gives each entry its lot. */
class OldLedger {
  readonly #sequelize: Sequelize;
  readonly #transaction: Transaction | null;
  #nextLotId = 1;

  constructor(sequelize: Sequelize, transaction: Transaction | null) {
    this.#sequelize = sequelize;
    this.#transaction = transaction;
  }

  select<Row extends object>(sql: string, replacements: Record<string, unknown>): Promise<Row[]> {
    const transaction = this.#transaction;
    return this.#sequelize.query<Row>(sql, { type: QueryTypes.SELECT, replacements, transaction });
  }

  async #run(sql: string, replacements: Record<string, unknown>): Promise<void> {
    await this.#sequelize.query(sql, { replacements, transaction: this.#transaction });
  }

  /** Balances of the spendable accounts stay what they are. */
  async sortWallet(userId: number): Promise<void> {
    const entries = await this.select<Entry>(
      `SELECT e.id AS id, t.id AS transactionId, a.id AS accountId, a.kind AS account,
        e.amount_ms AS amountMs, t.kind AS kind, t.reference AS reference, t.order_id AS orderId,
        t.created_at AS createdAt
      FROM wallet_transactions t JOIN wallet_entries e ON e.transaction_id = t.id
      JOIN wallet_accounts a ON a.id = e.account_id
      WHERE t.user_id = :userId AND a.kind IN ('trial', 'subscription', 'bought') ORDER BY t.id, e.id`,
      { userId },
    );
    const replayed = this.#replay(userId, entries);
    const lots = [...replayed.lots.values()];
    await this.#endMonths(userId, replayed.lots);
    const due = await this.#losses(userId, replayed.lots);
    for (const { lot, lostMs } of due) lot.lostMs = lostMs;
    for (const lot of lots) await this.#saveLot(userId, lot);
    for (const [entry, parts] of replayed.parts) await this.#saveParts(entry, parts);
    for (const loss of due) await this.#postLoss(userId, loss);
  }

  #replay(userId: number, entries: Entry[]): { lots: Map<string, Lot>; parts: Map<Entry, Part[]> } {
    const lots = new Map<string, Lot>();
    const parts = new Map<Entry, Part[]>();
    /** What each hold took, by its transaction's id and account. */
    const held = new Map<string, Part[]>();
    const open = (entry: Entry, source: string): Lot => {
      const { account, orderId, createdAt } = entry;
      const isMonth = account === 'subscription';
      const lot = lots.get(source) ?? {
        id: this.#nextLotId++,
        ...{ account, source, orderId, creditedMs: 0, remainingMs: 0, lostMs: 0, createdAt },
        endsAt: isMonth ? createdAt : null,
      };
      lots.set(source, lot);
      return lot;
    };
    for (const entry of entries) {
      const { kind, account, amountMs, reference, transactionId } = entry;
      const isCrediting = ['credit', 'refund', 'expire'].includes(kind);
      let taken: Part[];
      if (kind === 'credit') {
        taken = [{ lot: open(entry, sourceOf(reference)), amountMs }];
      } else if (kind === 'release') {
        const holdId = /^close:(\d+)$/.exec(reference)?.[1];
        taken = (held.get(`${holdId} ${account}`) ?? []).map((part) => ({
          ...part,
          amountMs: -part.amountMs,
        }));
      } else {
        taken = take(-amountMs, inOrder([...lots.values()], account, sourceOf(reference)));
        if (kind === 'hold') held.set(`${transactionId} ${account}`, taken);
      }
      const missing = amountMs - taken.reduce((sum, part) => sum + part.amountMs, 0);
      // Only in a ledger that broke its own rules before.
      if (missing !== 0)
        taken.push({ lot: open(entry, `unsourced:${userId}:${account}`), amountMs: missing });
      for (const part of taken) {
        part.lot.remainingMs += part.amountMs;
        if (isCrediting) part.lot.creditedMs += part.amountMs;
      }
      parts.set(entry, taken);
    }
    return { lots, parts };
  }

  async #endMonths(userId: number, lots: Map<string, Lot>): Promise<void> {
    const months = await this.select<{ source: string; endsAt: Moment }>(
      `SELECT CONCAT('subscription:', id, ':', month_number) AS source, month_end AS endsAt
      FROM subscriptions WHERE user_id = :userId AND month_end IS NOT NULL`,
      { userId },
    );
    for (const { source, endsAt } of months) {
      const lot = lots.get(source);
      if (lot) lot.endsAt = endsAt;
    }
  }

  /** What was credited beyond what is paid for: spent before its payment was returned. */
  async #losses(userId: number, lots: Map<string, Lot>): Promise<Loss[]> {
    const orders = await this.select<OldOrder>(
      `SELECT id, public_id AS publicId, status, minutes_ms AS minutesMs, amount_cents AS amountCents,
        refunded_cents + disputed_cents AS reversedCents
      FROM orders WHERE user_id = :userId AND kind = 'hours'`,
      { userId },
    );
    const months = await this.select<{ id: number; month: number; postings: number; plannedMs: number }>(
      `SELECT id, month_number AS month, postings, month_planned_ms AS plannedMs
      FROM subscriptions WHERE user_id = :userId AND month_start IS NOT NULL`,
      { userId },
    );
    const losses: Loss[] = [];
    for (const order of orders) {
      const lot = lots.get(`order:${order.publicId}`);
      const lostMs = (lot?.creditedMs ?? 0) - paidForMs(order);
      if (lot && lostMs > 0) losses.push({ lot, lostMs, reference: await this.#orderReference(order) });
    }
    for (const { id, month, postings, plannedMs } of months) {
      const lot = lots.get(`subscription:${id}:${month}`);
      const lostMs = (lot?.creditedMs ?? 0) - plannedMs;
      if (!lot || lostMs <= 0) continue;
      losses.push({ lot, lostMs, reference: `${lot.source}:${postings + 1}` });
      await this.#run('UPDATE subscriptions SET postings = postings + 1 WHERE id = :id', { id });
    }
    return losses;
  }

  async #orderReference({ id, publicId }: OldOrder): Promise<string> {
    const [row] = await this.select<{ count: number }>(
      'SELECT COUNT(*) AS count FROM wallet_transactions WHERE order_id = :id',
      { id },
    );
    return `order:${publicId}:${row!.count}`;
  }

  async #saveLot(userId: number, lot: Lot): Promise<void> {
    await this.#run(
      `INSERT INTO wallet_lots (id, user_id, account, source, order_id, credited_ms, remaining_ms, lost_ms,
        ends_at, created_at, updated_at)
      VALUES (:id, :userId, :account, :source, :orderId, :creditedMs, :remainingMs, :lostMs, :endsAt,
        :createdAt, :createdAt)`,
      { userId, ...lot },
    );
  }

  /** An entry over several lots becomes one of each. */
  async #saveParts({ id, transactionId, accountId, createdAt }: Entry, parts: Part[]): Promise<void> {
    for (const [index, { lot, amountMs }] of parts.entries()) {
      const values = { id, transactionId, accountId, createdAt, lotId: lot.id, amountMs };
      if (index === 0) {
        await this.#run(
          'UPDATE wallet_entries SET lot_id = :lotId, amount_ms = :amountMs WHERE id = :id',
          values,
        );
      } else {
        await this.#run(INSERT_ENTRY, values);
      }
    }
  }

  async #postLoss(userId: number, { lot, lostMs, reference }: Loss): Promise<void> {
    const createdAt = new Date();
    await this.#run(
      `INSERT INTO wallet_transactions (user_id, kind, reason, reference, order_id, created_at, updated_at)
      VALUES (:userId, 'loss', 'refund', :reference, :orderId, :createdAt, :createdAt)`,
      { userId, reference, orderId: lot.orderId, createdAt },
    );
    const [event] = await this.select<{ id: number }>(
      'SELECT id FROM wallet_transactions WHERE reference = :reference',
      { reference },
    );
    const accounts = await this.select<{ id: number; kind: string }>(
      "SELECT id, kind FROM wallet_accounts WHERE user_id = :userId AND kind IN ('external', 'loss')",
      { userId },
    );
    for (const { id: accountId, kind } of accounts) {
      const amountMs = kind === 'loss' ? -lostMs : lostMs;
      const lotId = kind === 'loss' ? lot.id : null;
      await this.#run(INSERT_ENTRY, { transactionId: event!.id, accountId, createdAt, lotId, amountMs });
      await this.#run(
        'UPDATE wallet_accounts SET balance_ms = balance_ms + :amountMs WHERE id = :accountId',
        {
          accountId,
          amountMs,
        },
      );
    }
  }
}

interface Loss {
  lot: Lot;
  lostMs: number;
  reference: string;
}

interface OldOrder {
  id: number;
  publicId: string;
  status: string;
  minutesMs: number;
  amountCents: number;
  reversedCents: number;
}

const INSERT_ENTRY = `
  INSERT INTO wallet_entries (transaction_id, account_id, amount_ms, lot_id, created_at, updated_at)
  VALUES (:transactionId, :accountId, :amountMs, :lotId, :createdAt, :createdAt)`;

/** Postings of an order and of a month are numbered; those of a grant and of the trial are their own source. */
const sourceOf = (reference: string): string =>
  /^(order:[^:]+|subscription:\d+:\d+):\d+$/.exec(reference)?.[1] ?? reference;

/** Lots of an account in order of use; the one at `source` comes first. */
const inOrder = (lots: Lot[], account: string, source: string): Lot[] =>
  lots
    .filter((lot) => lot.account === account)
    .sort(
      (one, other) =>
        rank(one, source) - rank(other, source) || endOf(one) - endOf(other) || one.id - other.id,
    );

const rank = (lot: Lot, source: string) => (lot.source === source ? 0 : 1);

const endOf = ({ endsAt }: Lot) => (endsAt === null ? Number.MAX_SAFE_INTEGER : new Date(endsAt).getTime());

function take(amountMs: number, lots: Lot[]): Part[] {
  const parts: Part[] = [];
  let missing = amountMs;
  for (const lot of lots) {
    const takenMs = Math.min(missing, lot.remainingMs);
    if (takenMs <= 0) continue;
    parts.push({ lot, amountMs: -takenMs });
    missing -= takenMs;
  }
  return parts;
}

function paidForMs({ status, minutesMs, amountCents, reversedCents }: OldOrder): number {
  if (status !== 'paid') return 0;
  if (reversedCents <= 0) return minutesMs;
  if (amountCents <= 0) return 0;
  return Math.floor((minutesMs * Math.max(0, amountCents - reversedCents)) / amountCents);
}
