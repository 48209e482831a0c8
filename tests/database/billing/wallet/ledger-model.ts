import assert from 'node:assert/strict';
import type { AccountKind, TransactionKind } from '@/app/domain/billing/wallet/accounts';

type Balances = Record<AccountKind, number>;

export interface LedgerRow {
  id: number;
  kind: TransactionKind;
  reference: string;
  /** Changes of its accounts, in milliseconds. */
  changes: Partial<Balances>;
}

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
  };
  /** Amounts taken by each open hold, by its id. */
  readonly openHolds = new Map<number, Partial<Balances>>();

  get availableMs(): number {
    return this.balances.trial + this.balances.subscription + this.balances.bought;
  }

  /** Applies the next event. @throws AssertionError when it breaks the rules */
  apply(row: LedgerRow): void {
    assert.deepEqual(row.changes, this.#demanded(row), `${row.kind} ${row.reference}`);
    for (const [account, amountMs] of Object.entries(row.changes)) {
      this.balances[account as AccountKind] += amountMs;
    }
    for (const [account, balanceMs] of Object.entries(this.balances)) {
      assert.ok(account === 'external' || balanceMs >= 0, `${account} is at ${balanceMs}`);
    }
  }

  #demanded(row: LedgerRow): Partial<Balances> {
    switch (row.kind) {
      case 'credit':
        return this.#credit(row.changes);
      case 'hold':
        return this.#hold(row.id, row.changes.reserved ?? 0);
      case 'refund':
      case 'expire':
        return this.#takeBack(row);
      default:
        return this.#close(row);
    }
  }

  #credit(changes: Partial<Balances>): Partial<Balances> {
    const { external = 0 } = changes;
    const account = (['trial', 'subscription', 'bought'] as const).find((kind) => changes[kind]);
    assert.ok(account && external < 0, 'a credit brings minutes from outside into a spendable account');
    return { external, [account]: -external };
  }

  /** The requested amount, at the end of the reference, but at most the balance. */
  #takeBack({ reference, changes }: LedgerRow): Partial<Balances> {
    const account = (['trial', 'subscription', 'bought'] as const).find((kind) => changes[kind]);
    assert.ok(account, 'minutes are taken back from a spendable account');
    const asked = Number(/:(\d+)$/.exec(reference)?.[1]);
    const amountMs = Math.min(asked, this.balances[account]);
    return { [account]: -amountMs, external: amountMs };
  }

  /** Trial first, then subscription, then bought. */
  #hold(id: number, amountMs: number): Partial<Balances> {
    const { trial, subscription, bought } = this.balances;
    assert.ok(amountMs > 0 && amountMs <= trial + subscription + bought, 'a hold is covered');
    const fromTrial = Math.min(trial, amountMs);
    const fromSubscription = Math.min(subscription, amountMs - fromTrial);
    const fromBought = amountMs - fromTrial - fromSubscription;
    const taken: Partial<Balances> = { reserved: amountMs };
    if (fromTrial > 0) taken.trial = -fromTrial;
    if (fromSubscription > 0) taken.subscription = -fromSubscription;
    if (fromBought > 0) taken.bought = -fromBought;
    this.openHolds.set(id, taken);
    return taken;
  }

  #close({ kind, reference }: LedgerRow): Partial<Balances> {
    const holdId = Number(/^close:(\d+)$/.exec(reference)?.[1]);
    const taken = this.openHolds.get(holdId);
    assert.ok(taken, `hold ${holdId} is open`);
    this.openHolds.delete(holdId);
    if (kind === 'settle') return { reserved: -taken.reserved!, consumed: taken.reserved! };
    return Object.fromEntries(Object.entries(taken).map(([account, amountMs]) => [account, -amountMs]));
  }
}
