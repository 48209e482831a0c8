import assert from 'node:assert/strict';
import type { AccountKind, SpendableAccount, TransactionKind } from '@/app/domain/billing/wallet/accounts';

type Balances = Record<AccountKind, number>;

export interface LedgerRow {
  id: number;
  kind: TransactionKind;
  reference: string;
  /** Changes in milliseconds; of a lot where `lot` is its id. */
  changes: { account: AccountKind; lot: number | null; amountMs: number }[];
}

export interface ModelLot {
  account: SpendableAccount;
  /** Milliseconds since 1970; infinite for minutes that stay. */
  endsAt: number;
  creditedMs: number;
  remainingMs: number;
  lostMs: number;
}

const ORDER_OF_USE: SpendableAccount[] = ['trial', 'subscription', 'bought'];

/**
 * Model of a user's ledger for property-based tests, computed from its events without the app's code. Each
 * event is compared with what the rules require at that point.
 */
export class LedgerModel {
  readonly balances: Balances = {
    trial: 0,
    subscription: 0,
    bought: 0,
    reserved: 0,
    consumed: 0,
    external: 0,
    loss: 0,
  };
  readonly lots = new Map<number, ModelLot>();
  /** What each open hold took from which lot, by its id. */
  readonly openHolds = new Map<number, Map<number, number>>();

  get availableMs(): number {
    return this.balances.trial + this.balances.subscription + this.balances.bought;
  }

  /** Makes a lot known before the first event that names it. */
  open(id: number, account: SpendableAccount, endsAt: Date | null): void {
    if (this.lots.has(id)) return;
    const empty = { creditedMs: 0, remainingMs: 0, lostMs: 0 };
    this.lots.set(id, { account, endsAt: endsAt?.getTime() ?? Number.POSITIVE_INFINITY, ...empty });
  }

  /** Applies the next event. @throws AssertionError when it breaks the rules */
  apply(row: LedgerRow): void {
    const what = `${row.kind} ${row.reference}`;
    assert.equal(
      row.changes.reduce((sum, { amountMs }) => sum + amountMs, 0),
      0,
      `${what} sums to 0`,
    );
    this.#demand(row, what);
    for (const { account, lot: id, amountMs } of row.changes) {
      this.balances[account] += amountMs;
      if (id === null) continue;
      const lot = this.lots.get(id)!;
      if (account === 'loss') lot.lostMs -= amountMs;
      else lot.remainingMs += amountMs;
      if (account !== 'loss' && ['credit', 'refund', 'expire'].includes(row.kind)) lot.creditedMs += amountMs;
    }
    for (const [account, balanceMs] of Object.entries(this.balances)) {
      const isSource = account === 'external' || account === 'loss';
      assert.ok(isSource ? balanceMs <= 0 : balanceMs >= 0, `${account} is at ${balanceMs} after ${what}`);
    }
    for (const lot of this.lots.values()) {
      assert.ok(lot.remainingMs >= 0 && lot.remainingMs <= lot.creditedMs && lot.lostMs >= 0, what);
    }
  }

  #demand({ id, kind, reference, changes }: LedgerRow, what: string): void {
    const own = changes.filter(({ account, lot }) => lot !== null && account !== 'loss');
    const loss = changes.filter(({ account }) => account === 'loss');
    for (const { account, lot } of own) assert.equal(account, this.lots.get(lot!)?.account, what);
    switch (kind) {
      case 'credit':
        assert.ok(own.length === 1 && own[0]!.amountMs > 0 && loss.length === 0, what);
        return;
      case 'expire':
        assert.ok(own.length === 1 && own[0]!.amountMs < 0 && loss.length === 0, what);
        return;
      case 'refund':
        // To external, or, of minutes that were lost before and are free again, against the loss of that lot.
        assert.ok(own.length === 1 && own[0]!.amountMs < 0 && loss.length <= 1, what);
        if (loss[0]) assert.equal(loss[0].lot, own[0]!.lot, what);
        return;
      case 'loss':
        assert.ok(own.length === 0 && loss.length === 1, what);
        if (loss[0]!.amountMs < 0) assert.equal(this.lots.get(loss[0]!.lot!)!.remainingMs, 0, what);
        return;
      case 'hold':
        this.#demandHold(id, changes, what);
        return;
      default:
        this.#demandClosing(kind, reference, changes, what);
    }
  }

  /** Trial first, then subscription, then bought; in each the lot that ends first. */
  #demandHold(id: number, changes: LedgerRow['changes'], what: string): void {
    let missing = changes.find(({ account }) => account === 'reserved')?.amountMs ?? 0;
    assert.ok(missing > 0 && missing <= this.availableMs, `${what} is covered`);
    const inOrder = [...this.lots].sort(
      ([oneId, one], [otherId, other]) =>
        ORDER_OF_USE.indexOf(one.account) - ORDER_OF_USE.indexOf(other.account) ||
        (one.endsAt === other.endsAt ? oneId - otherId : one.endsAt - other.endsAt),
    );
    const taken = new Map<number, number>();
    for (const [lotId, lot] of inOrder) {
      const amountMs = Math.min(missing, lot.remainingMs);
      if (amountMs > 0) taken.set(lotId, amountMs);
      missing -= amountMs;
    }
    assert.deepEqual(lotChanges(changes), negated(taken), what);
    this.openHolds.set(id, taken);
  }

  #demandClosing(
    kind: TransactionKind,
    reference: string,
    changes: LedgerRow['changes'],
    what: string,
  ): void {
    const holdId = Number(/^close:(\d+)$/.exec(reference)?.[1]);
    const taken = this.openHolds.get(holdId);
    assert.ok(taken, `hold ${holdId} is open`);
    this.openHolds.delete(holdId);
    const amountMs = [...taken.values()].reduce((sum, part) => sum + part, 0);
    const others = changes.filter(({ lot }) => lot === null);
    const reserved = { account: 'reserved', lot: null, amountMs: -amountMs };
    if (kind === 'settle') {
      assert.deepEqual(others, [reserved, { account: 'consumed', lot: null, amountMs }], what);
      assert.equal(lotChanges(changes).size, 0, what);
    } else {
      assert.equal(kind, 'release', what);
      assert.deepEqual(others, [reserved], what);
      assert.deepEqual(lotChanges(changes), taken, what);
    }
  }
}

/** By lot, in the order of their ids. */
const lotChanges = (changes: LedgerRow['changes']) =>
  sorted(changes.flatMap(({ lot, amountMs }) => (lot === null ? [] : [[lot, amountMs] as [number, number]])));

const negated = (amounts: Map<number, number>) =>
  sorted([...amounts].map(([lot, amountMs]) => [lot, -amountMs]));

const sorted = (amounts: [number, number][]) => new Map(amounts.sort(([one], [other]) => one - other));
