import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Transaction } from 'sequelize';
import { SPENDABLE_ACCOUNTS } from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { alignLot } from '@/app/services/billing/wallet/align-lot.server';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { debitMinutes } from '@/app/services/billing/wallet/credit-minutes.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { lockWallet } from '@/app/services/billing/wallet/lock-wallet.server';
import { findLot } from '@/app/services/billing/wallet/lots.server';
import { inTransaction } from '@/models/database.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletLot } from '@/models/wallet-lot.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { makeUser } from '@/tests/factories/user';
import { LedgerModel, type LedgerRow } from './ledger-model';

export type Step =
  /** Brings a lot in line with what is paid for of its source. */
  | { do: 'align'; source: number; dueMs: number }
  | { do: 'expire'; source: number }
  | { do: 'hold'; amountMs: number }
  /** A hold whose transaction fails afterwards. */
  | { do: 'undone hold'; amountMs: number }
  /** `hold` is an index into all holds of the sequence, closed ones included, and wraps around. */
  | { do: 'settle' | 'release'; hold: number };

type Outcome = 'done' | 'nothing to do' | 'refused' | 'undone';

const MINUTE_MS = 60_000;
const SOURCES = 8;
// Without a bias towards small amounts, since otherwise most holds would fit into the trial minutes.
const amount = fc.noBias(fc.integer({ min: 1, max: 20 * MINUTE_MS }));
const source = fc.nat(SOURCES - 1);
const due = fc.oneof(fc.constant(0), amount);

const step: fc.Arbitrary<Step> = fc.oneof(
  { arbitrary: fc.record({ do: fc.constant('align' as const), source, dueMs: due }), weight: 4 },
  fc.record({ do: fc.constant('expire' as const), source }),
  { arbitrary: fc.record({ do: fc.constant('hold' as const), amountMs: amount }), weight: 3 },
  fc.record({ do: fc.constant('undone hold' as const), amountMs: amount }),
  {
    arbitrary: fc.record({ do: fc.constantFrom('settle' as const, 'release' as const), hold: fc.nat(7) }),
    weight: 3,
  },
);

/** Batches of steps; the steps of a batch run concurrently. */
export function sequences(mostAtOnce: number): fc.Arbitrary<Step[][]> {
  return fc.array(fc.array(step, { minLength: 1, maxLength: mostAtOnce, size: 'max' }), {
    minLength: 1,
    maxLength: Math.ceil(32 / mostAtOnce),
    size: 'max',
  });
}

/**
 * Runs a sequence on a new user's wallet and compares ledger and cached balances with the model after every
 * batch. At the end no hold is open.
 * @throws AssertionError at the first difference
 */
export async function playSequence(batches: Step[][]): Promise<void> {
  const wallet = new ObservedWallet(await makeUser());
  await wallet.observe();
  for (const batch of batches) await wallet.play(batch);
  await wallet.closeAll();
}

/** Compares ledger and cached balances of any wallet with the model, and closes its holds. */
export async function assertWallet(userId: number): Promise<void> {
  const wallet = new ObservedWallet(userId);
  await wallet.observe();
  await wallet.closeAll();
}

class ObservedWallet {
  readonly #userId: number;
  readonly #model = new LedgerModel();
  readonly #holds: number[] = [];
  readonly #lotIds = new Map<string, number>();
  #lastId = 0;

  constructor(userId: number) {
    this.#userId = userId;
  }

  async play(batch: Step[]): Promise<void> {
    const holdsBefore = [...this.#holds];
    const outcomes = await Promise.all(batch.map((step) => this.#take(step, holdsBefore)));
    const { rows, leastMs } = await this.observe();

    const holds = batch.filter((step, index) => step.do === 'hold' && outcomes[index] === 'done').length;
    const recorded = rows.filter(({ kind }) => kind === 'hold').length;
    assert.equal(recorded, holds, 'every hold that succeeded is recorded, and no other');
    this.#assertAligned(batch);
    for (const [index, step] of batch.entries()) {
      if (outcomes[index] === 'refused') {
        assert.ok('amountMs' in step && step.amountMs > leastMs, 'a refused hold was not covered');
      }
      if ('hold' in step && holdsBefore.length > 0) {
        assert.ok(!this.#model.openHolds.has(holdOf(step, holdsBefore)), 'what was to be closed is closed');
      }
    }
  }

  /** The last of concurrent alignments of a lot holds, and again changes nothing. */
  #assertAligned(batch: Step[]): void {
    for (let source = 0; source < SOURCES; source += 1) {
      const own = batch.filter((step) => 'source' in step && step.source === source);
      const dues = own.flatMap((step) => (step.do === 'align' ? [step.dueMs] : []));
      if (dues.length === 0 || dues.length < own.length) continue;
      const lot = this.#model.lots.get(this.#lotIds.get(this.#sourceOf(source)) ?? 0);
      assert.ok(dues.includes(lot ? lot.creditedMs - lot.lostMs : 0), 'credited less lost is what is due');
    }
  }

  /** Reads the events recorded since the last call. @returns the lowest spendable balance at any point */
  async observe(): Promise<{ rows: LedgerRow[]; leastMs: number }> {
    const lots = await WalletLot.findAll({ where: { userId: this.#userId } });
    for (const { id, account, source, endsAt } of lots) {
      this.#model.open(id, account, endsAt);
      this.#lotIds.set(source, id);
    }
    const rows = await readLedger(this.#userId, this.#lastId);
    let leastMs = this.#model.availableMs;
    for (const row of rows) {
      this.#model.apply(row);
      leastMs = Math.min(leastMs, this.#model.availableMs);
      this.#lastId = row.id;
      if (row.kind === 'hold') this.#holds.push(row.id);
    }
    const accounts = await WalletAccount.findAll({ where: { userId: this.#userId } });
    const cached = Object.fromEntries(accounts.map(({ kind, balanceMs }) => [kind, balanceMs]));
    assert.deepEqual(cached, this.#model.balances, 'the cached balances are those of the ledger');
    for (const { id, creditedMs, remainingMs, lostMs } of lots) {
      const { account: _account, endsAt: _endsAt, ...figures } = this.#model.lots.get(id)!;
      assert.deepEqual(
        { creditedMs, remainingMs, lostMs },
        figures,
        'the figures of a lot are those of the ledger',
      );
      assert.ok(lostMs === 0 || remainingMs === 0, 'nothing is lost while it is free');
    }
    return { rows, leastMs };
  }

  async closeAll(): Promise<void> {
    for (const holdId of [...this.#model.openHolds.keys()]) {
      await inTransaction((transaction) => closeHold(holdId, 'release', transaction));
    }
    await this.observe();
    assert.equal(this.#model.openHolds.size, 0);
  }

  async #take(step: Step, holds: number[]): Promise<Outcome> {
    if ('hold' in step && holds.length === 0) return 'nothing to do';
    try {
      return await inTransaction((transaction) => this.#carryOut(step, holds, transaction));
    } catch (error) {
      if (error instanceof AppError && error.code === 'wallet.insufficient-funds') return 'refused';
      if (error === LATER_FAILURE) return 'undone';
      throw error;
    }
  }

  async #carryOut(step: Step, holds: number[], transaction: Transaction): Promise<Outcome> {
    const userId = this.#userId;
    if (step.do === 'align') {
      await this.#align(step.source, step.dueMs, transaction);
    } else if (step.do === 'expire') {
      return this.#expire(step.source, transaction);
    } else if ('hold' in step) {
      await closeHold(holdOf(step, holds), step.do, transaction);
    } else {
      const reference = `work:${userId}:${nextWork++}`;
      await holdMinutes({ userId, amountMs: step.amountMs, reason: 'work', reference }, transaction);
      if (step.do === 'undone hold') throw LATER_FAILURE;
    }
    return 'done';
  }

  async #align(source: number, dueMs: number, transaction: Transaction): Promise<void> {
    const userId = this.#userId;
    const account = SPENDABLE_ACCOUNTS[source % SPENDABLE_ACCOUNTS.length]!;
    // The newer the lot, the sooner it ends.
    const endsAt = account === 'subscription' ? new Date(Date.UTC(2030, 0, 31 - source)) : null;
    await lockWallet(userId, transaction);
    await alignLot(
      {
        lot: { userId, account, source: this.#sourceOf(source), endsAt },
        dueMs,
        reasons: { first: 'test', more: 'test', less: 'test' },
        nextReference: async () => `posting:${userId}:${nextWork++}`,
      },
      transaction,
    );
  }

  async #expire(source: number, transaction: Transaction): Promise<Outcome> {
    const userId = this.#userId;
    await lockWallet(userId, transaction);
    const lot = await findLot(this.#sourceOf(source), transaction);
    if (!lot?.remainingMs) return 'nothing to do';
    const event = { kind: 'expire', reason: 'test', reference: `expiry:${userId}:${nextWork++}` } as const;
    await debitMinutes({ lot, amountMs: lot.remainingMs, ...event }, transaction);
    return 'done';
  }

  #sourceOf(source: number): string {
    return `source:${this.#userId}:${source}`;
  }
}

const LATER_FAILURE = new Error('what came after the hold failed');
// Unique across processes, since a killed one is followed by another.
let nextWork = Date.now() * 1000;

const holdOf = (step: { hold: number }, holds: number[]) => holds[step.hold % holds.length]!;

async function readLedger(userId: number, afterId: number): Promise<LedgerRow[]> {
  const events = await WalletTransaction.findAll({
    where: { userId },
    include: {
      model: WalletEntry,
      as: 'entries',
      include: [{ model: WalletAccount, as: 'account', where: { userId } }],
    },
    order: ['id'],
  });
  return events
    .filter((event) => event.id > afterId)
    .map(({ id, kind, reference, entries }) => {
      const changes = entries!.map(({ account, lotId, amountMs }) => ({
        account: account!.kind,
        lot: lotId,
        amountMs,
      }));
      const named = changes.map(({ account, lot }) => `${account} ${lot}`);
      assert.equal(new Set(named).size, named.length, 'an account and a lot are changed once by an event');
      return { id, kind, reference, changes };
    });
}
