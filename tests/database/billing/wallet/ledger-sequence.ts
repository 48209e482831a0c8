import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Transaction, UniqueConstraintError } from 'sequelize';
import { SPENDABLE_ACCOUNTS, type SpendableAccount } from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { creditMinutes, debitMinutes } from '@/app/services/billing/wallet/credit-minutes.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { inTransaction } from '@/models/database.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletEntry } from '@/models/wallet-entry.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { makeUser } from '@/tests/factories/user';
import { LedgerModel, type LedgerRow } from './ledger-model';

export type Step =
  | { do: 'credit'; account: SpendableAccount; amountMs: number; payment: number }
  | { do: 'hold'; amountMs: number }
  /** A hold whose transaction fails afterwards. */
  | { do: 'undone hold'; amountMs: number }
  | { do: 'refund' | 'expire'; account: SpendableAccount; amountMs: number }
  /** `hold` is an index into all holds of the sequence, closed ones included, and wraps around. */
  | { do: 'settle' | 'release'; hold: number };

type Outcome = 'done' | 'nothing to do' | 'refused' | 'known payment' | 'undone';

const MINUTE_MS = 60_000;
// Without a bias towards small amounts, since otherwise most holds would fit into the trial minutes.
const amount = fc.noBias(fc.integer({ min: 1, max: 20 * MINUTE_MS }));

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    arbitrary: fc.record({
      do: fc.constant('credit' as const),
      account: fc.constantFrom(...SPENDABLE_ACCOUNTS),
      amountMs: amount,
      payment: fc.nat(7),
    }),
    weight: 2,
  },
  { arbitrary: fc.record({ do: fc.constant('hold' as const), amountMs: amount }), weight: 3 },
  fc.record({ do: fc.constant('undone hold' as const), amountMs: amount }),
  fc.record({
    do: fc.constantFrom('refund' as const, 'expire' as const),
    account: fc.constantFrom(...SPENDABLE_ACCOUNTS),
    amountMs: amount,
  }),
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
  #lastId = 0;

  constructor(userId: number) {
    this.#userId = userId;
  }

  async play(batch: Step[]): Promise<void> {
    const holdsBefore = [...this.#holds];
    const outcomes = await Promise.all(batch.map((step) => this.#take(step, holdsBefore)));
    const { rows, leastMs } = await this.observe();

    const happened = (kind: string) => rows.filter((row) => row.kind === kind).length;
    const done = (what: Step['do']) =>
      batch.filter((step, index) => step.do === what && outcomes[index] === 'done').length;
    assert.equal(happened('hold'), done('hold'), 'every hold that succeeded is recorded, and no other');
    assert.equal(happened('credit'), done('credit'), 'every payment is credited once');
    for (const kind of ['refund', 'expire'] as const) {
      assert.equal(happened(kind), done(kind), `every ${kind} that took something is recorded, and no other`);
    }
    for (const [index, step] of batch.entries()) {
      if (outcomes[index] === 'refused') {
        assert.ok('amountMs' in step && step.amountMs > leastMs, 'a refused hold was not covered');
      }
      if ('hold' in step && holdsBefore.length > 0) {
        assert.ok(!this.#model.openHolds.has(holdOf(step, holdsBefore)), 'what was to be closed is closed');
      }
    }
  }

  /** Reads the events recorded since the last call. @returns the lowest spendable balance at any point */
  async observe(): Promise<{ rows: LedgerRow[]; leastMs: number }> {
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
      if (error instanceof UniqueConstraintError && step.do === 'credit') return 'known payment';
      if (error === LATER_FAILURE) return 'undone';
      throw error;
    }
  }

  async #carryOut(step: Step, holds: number[], transaction: Transaction): Promise<Outcome> {
    const userId = this.#userId;
    if (step.do === 'credit') {
      const reference = `payment:${userId}:${step.payment}`;
      await creditMinutes({ userId, ...step, reason: 'payment', reference }, transaction);
    } else if ('hold' in step) {
      await closeHold(holdOf(step, holds), step.do, transaction);
    } else if (step.do === 'refund' || step.do === 'expire') {
      const { do: kind, account, amountMs } = step;
      const reference = `taking:${userId}:${nextWork++}:${amountMs}`;
      const taking = { userId, kind, account, amountMs, reason: 'test', reference };
      if ((await debitMinutes(taking, transaction)) === 0) return 'nothing to do';
    } else {
      const reference = `work:${userId}:${nextWork++}`;
      await holdMinutes({ userId, amountMs: step.amountMs, reason: 'work', reference }, transaction);
      if (step.do === 'undone hold') throw LATER_FAILURE;
    }
    return 'done';
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
      const changes = Object.fromEntries(entries!.map((entry) => [entry.account!.kind, entry.amountMs]));
      assert.equal(Object.keys(changes).length, entries!.length, 'an account is changed once by an event');
      return { id, kind, reference, changes };
    });
}
