import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { planPriceOf } from '@/app/domain/billing/payments/catalogue';
import {
  type Buyer,
  startPurchase,
  startSubscription,
} from '@/app/services/billing/payments/start-checkout.server';
import { closeHold } from '@/app/services/billing/wallet/close-hold.server';
import { holdMinutes } from '@/app/services/billing/wallet/hold-minutes.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { WalletLot } from '@/models/wallet-lot.server';
import { makeUser } from '../factories/user';
import { monthsLater, type SentWebhook, type StripeServer } from '../support/stripe';
import type { Random } from './random';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const TRIAL_MS = HOUR_MS / 2;
const HOUR_CENTS = 2190;
const LENGTH_MS = 70 * DAY_MS;

interface PlanPrice {
  lookupKey: string;
  unitAmount: number;
  interval: 'month' | 'year';
  hours: number;
}

const PLANS: Record<PlanPrice['interval'], PlanPrice[]> = {
  month: [
    { lookupKey: 'celeste_light_monthly', unitAmount: 9_950, interval: 'month', hours: 5 },
    { lookupKey: 'celeste_premium_monthly', unitAmount: 19_990, interval: 'month', hours: 10 },
  ],
  year: [
    { lookupKey: 'celeste_light_yearly', unitAmount: 101_490, interval: 'year', hours: 5 },
    { lookupKey: 'celeste_premium_yearly', unitAmount: 203_890, interval: 'year', hours: 10 },
  ],
};

interface Purchase {
  id: string;
  hours: number;
  status: 'open' | 'pending' | 'paid' | 'over';
  /** The price of its hours, less a coupon or plus a tax. */
  paidCents: number;
  /** Spent of its hours, in ms. */
  spentMs: number;
  refundedCents: number;
  /** Amount held or taken by a dispute. */
  heldCents: number;
  dispute: 'none' | 'open' | 'over';
}

interface Contract {
  id: string;
  interval: 'month' | 'year';
  /** Monthly hours from each plan change on; times in seconds. */
  plans: { at: number; hours: number }[];
  /** The newest invoice of a whole period. */
  bill: { cents: number; isPaid: boolean; refundedCents: number };
  state: 'runs' | 'ends with the period' | 'over';
}

interface Payer {
  userId: number;
  trialMs: number;
  purchases: Purchase[];
  contract: Contract | null;
}

/** Expected balances of a user, in ms. */
export interface ExpectedBalance {
  bought: number;
  subscription: number;
  rule: 'TRIAL' | 'SUBSCRIPTION';
}

/** Expected figures of the lot of a purchase, in ms; all 0 where there may be no lot. */
export interface ExpectedLot {
  checkoutId: string;
  dueMs: number;
  remainingMs: number;
  lostMs: number;
}

/** What is paid for of a purchase, in whole ms. */
function dueOf({ hours, status, paidCents, refundedCents, heldCents }: Purchase): number {
  if (status !== 'paid') return 0;
  if (paidCents === 0) return hours * HOUR_MS;
  const kept = Math.max(0, paidCents - refundedCents - heldCents);
  return Number((BigInt(hours * HOUR_MS) * BigInt(kept)) / BigInt(paidCents));
}

const remainingOf = (purchase: Purchase) => Math.max(0, dueOf(purchase) - purchase.spentMs);

/** Purchases in the order of their lots, which is that of the webhook events. */
async function lotsOf(purchases: Purchase[]): Promise<Purchase[]> {
  const orders = await Order.findAll({ where: { checkoutId: purchases.map(({ id }) => id) } });
  const lots = await WalletLot.findAll({ where: { orderId: orders.map(({ id }) => id) }, order: ['id'] });
  return lots.map(({ orderId }) => {
    const { checkoutId } = orders.find(({ id }) => id === orderId)!;
    return purchases.find(({ id }) => id === checkoutId)!;
  });
}

const seconds = (moment: Date) => Math.floor(moment.getTime() / 1000);

/**
 * Simulates user actions at Stripe over the last seventy days, and computes each user's expected balance
 * without the app's own code. Celeste learns of them only when the webhook events are delivered.
 */
export class PaymentHistory {
  readonly #stripe: StripeServer;
  readonly #random: Random;
  readonly #people: Payer[] = [];
  readonly #webhooks: { webhook: SentWebhook; at: Date }[] = [];
  #delivered = 0;

  constructor(stripe: StripeServer, random: Random) {
    this.#stripe = stripe;
    this.#random = random;
  }

  async makePeople(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      this.#people.push({ userId: await makeUser(), trialMs: TRIAL_MS, purchases: [], contract: null });
    }
  }

  /** Simulates their actions until Stripe has created `until` webhook events of `webhooks` over all the time. */
  async simulate(until: number, webhooks: number): Promise<void> {
    const now = Date.now();
    while (this.#webhooks.length < until) {
      const passed = LENGTH_MS * Math.min(1, this.#webhooks.length / webhooks);
      this.#stripe.now = new Date(now - LENGTH_MS + passed);
      for (const { contract } of this.#people) await this.#noting(() => this.#passTime(contract));
      await this.#noting(() => this.#act(this.#random.pick(this.#people)));
    }
    if (until < webhooks) return;
    this.#stripe.now = new Date(now);
    for (const { contract } of this.#people) await this.#noting(() => this.#passTime(contract));
  }

  /**
   * Each new webhook event three times, shuffled; one in ten of those that Stripe still stores is dropped.
   */
  deliveries(): string[] {
    const remembered = Date.now() - 28 * DAY_MS;
    const fresh = this.#webhooks.slice(this.#delivered);
    this.#delivered = this.#webhooks.length;
    const sent = fresh.filter(({ at }) => at.getTime() < remembered || this.#random.below(10) > 0);
    const bodies = sent.flatMap(({ webhook: { body } }) => [body, body, body]);
    for (let last = bodies.length - 1; last > 0; last -= 1) {
      const other = this.#random.below(last + 1);
      [bodies[last], bodies[other]] = [bodies[other]!, bodies[last]!];
    }
    return bodies;
  }

  get webhookCount(): number {
    return this.#webhooks.length;
  }

  /**
   * Some spend a part of their hours, once everything was delivered. Trial minutes go first, then the orders as
   * they were credited; who has minutes of a plan too waits.
   */
  async spend(): Promise<void> {
    for (const person of this.#people) {
      const { userId, purchases } = person;
      if (this.#random.below(3) === 0 || (await readBalances(userId)).subscription > 0) continue;
      const lots = await lotsOf(purchases);
      const availableMs =
        person.trialMs + purchases.reduce((sum, purchase) => sum + remainingOf(purchase), 0);
      if (availableMs === 0) continue;
      const amountMs = 1 + this.#random.below(availableMs);
      await inTransaction(async (transaction) => {
        const work = { userId, amountMs, reason: 'transcription', reference: randomUUID() };
        await closeHold(await holdMinutes(work, transaction), 'settle', transaction);
      });
      let missing = amountMs - Math.min(amountMs, person.trialMs);
      person.trialMs -= amountMs - missing;
      for (const purchase of lots) {
        const takenMs = Math.min(missing, remainingOf(purchase));
        purchase.spentMs += takenMs;
        missing -= takenMs;
      }
    }
  }

  get expectedLots(): ExpectedLot[] {
    return this.#people.flatMap(({ purchases }) =>
      purchases.map((purchase) => ({
        checkoutId: purchase.id,
        dueMs: dueOf(purchase),
        remainingMs: remainingOf(purchase),
        lostMs: Math.max(0, purchase.spentMs - dueOf(purchase)),
      })),
    );
  }

  get expectedBalances(): Map<number, ExpectedBalance> {
    return new Map(this.#people.map((person) => [person.userId, this.#dueTo(person)]));
  }

  async #noting(act: () => void | Promise<void>): Promise<void> {
    const before = this.#stripe.webhooks.length;
    await act();
    const at = this.#stripe.now;
    this.#webhooks.push(...this.#stripe.webhooks.slice(before).map((webhook) => ({ webhook, at })));
  }

  async #act(person: Payer): Promise<void> {
    const { contract } = person;
    const roll = this.#random.below(10);
    if (roll < 3) await this.#buy(person);
    else if (roll < 7 && person.purchases.length > 0) this.#goOn(this.#random.pick(person.purchases));
    else if (contract === null || contract.state === 'over') await this.#subscribe(person);
    else this.#changeContract(contract);
  }

  async #buy(person: Payer): Promise<void> {
    const hours = 1 + this.#random.below(15);
    await startPurchase(this.#buyer(person), hours);
    // Only the newest checkout stays open.
    for (const purchase of person.purchases) {
      if (purchase.status === 'open') purchase.status = 'over';
    }
    const { id } = this.#stripe.lastSession;
    const paidCents = hours * HOUR_CENTS;
    const rest = { refundedCents: 0, heldCents: 0, dispute: 'none' as const };
    const purchase: Purchase = { id, hours, paidCents, spentMs: 0, status: 'open', ...rest };
    person.purchases.push(purchase);
    this.#goOn(purchase);
  }

  #goOn(purchase: Purchase): void {
    const { id, status } = purchase;
    const roll = this.#random.below(10);
    if (status === 'open' && roll < 6) {
      // In one of three the price is another: a coupon, one of 100 %, or a tax.
      const factor = this.#random.pick([1, 1, 1, 1, 0.5, 0.9, 0, 1.1]);
      purchase.paidCents = Math.round(purchase.paidCents * factor);
      this.#stripe.pay(id, { totalCents: purchase.paidCents });
      purchase.status = 'paid';
    } else if (status === 'open' && roll < 9) {
      this.#stripe.pay(id, { later: true });
      purchase.status = 'pending';
    } else if (status === 'open') {
      this.#stripe.expire(id);
      purchase.status = 'over';
    } else if (status === 'pending') {
      const outcome = roll < 7 ? 'succeeded' : 'failed';
      this.#stripe.settle(id, outcome);
      purchase.status = outcome === 'succeeded' ? 'paid' : 'over';
    } else if (status === 'paid') this.#takeBack(purchase);
  }

  #takeBack(purchase: Purchase): void {
    const { id, paidCents, refundedCents, dispute } = purchase;
    const leftCents = paidCents - refundedCents;
    if (dispute === 'open') {
      const outcome = this.#random.pick(['won', 'lost'] as const);
      this.#stripe.closeDispute(id, outcome);
      purchase.dispute = 'over';
      if (outcome === 'won') purchase.heldCents = 0;
    } else if (dispute === 'over' || leftCents === 0) return;
    else if (this.#random.below(3) === 0) {
      this.#stripe.dispute(id);
      purchase.dispute = 'open';
      purchase.heldCents = leftCents;
    } else if (refundedCents > 0 && this.#random.below(4) === 0) {
      this.#stripe.failRefund(id, refundedCents);
      purchase.refundedCents = 0;
    } else {
      const cents = 1 + this.#random.below(leftCents);
      this.#stripe.refund(id, cents);
      purchase.refundedCents += cents;
    }
  }

  async #subscribe(person: Payer): Promise<void> {
    const interval = this.#random.pick(['month', 'month', 'year'] as const);
    const { lookupKey, unitAmount: cents, hours } = this.#random.pick(PLANS[interval]);
    // One that ended, of which no webhook has told yet, stands in the way.
    const known = { userId: person.userId, status: ['active', 'pastDue'] };
    if ((await Subscription.count({ where: known })) > 0) return;
    await startSubscription(this.#buyer(person), planPriceOf(lookupKey)!);
    const { id: session } = this.#stripe.lastSession;
    this.#stripe.pay(session);
    person.contract = {
      id: this.#stripe.session(session).subscription!,
      interval,
      state: 'runs',
      plans: [{ at: seconds(this.#stripe.now), hours }],
      bill: { cents, isPaid: true, refundedCents: 0 },
    };
  }

  #changeContract(contract: Contract): void {
    const { id, bill, state, interval, plans } = contract;
    const roll = this.#random.below(10);
    const { current_period_start: start } = this.#stripe.subscription(id).items.data[0]!;
    const hasChanged = plans.at(-1)!.at > start;
    if (!bill.isPaid) {
      this.#stripe.payOpenInvoice(id);
      bill.isPaid = true;
    } else if (roll === 0) {
      this.#stripe.cancel(id, 'now');
      contract.state = 'over';
    } else if (roll === 1 && state === 'runs') {
      this.#stripe.cancel(id, 'with the period');
      contract.state = 'ends with the period';
    } else if (roll < 6 && bill.refundedCents === 0) {
      const { hours, ...plan } = this.#random.pick(PLANS[interval]);
      if (hours === plans.at(-1)!.hours) return;
      this.#stripe.changePlan(id, plan, { isBilled: this.#random.below(2) === 0 });
      plans.push({ at: seconds(this.#stripe.now), hours });
    } else if (roll < 8 && !hasChanged) {
      // An invoice that includes a proration is larger than that of its period.
      const { amount } = this.#stripe.lastCharge(id);
      if (amount !== bill.cents || bill.refundedCents === bill.cents) return;
      const cents = 1 + this.#random.below(bill.cents - bill.refundedCents);
      this.#stripe.refund(id, cents);
      bill.refundedCents += cents;
    }
  }

  /** Expired periods end the contract or start the next one, which may stay unpaid. */
  #passTime(contract: Contract | null): void {
    if (!contract || contract.state === 'over') return;
    const item = this.#stripe.subscription(contract.id).items.data[0]!;
    if (item.current_period_end > seconds(this.#stripe.now)) return;
    if (contract.state === 'ends with the period') {
      this.#stripe.cancel(contract.id, 'now');
      contract.state = 'over';
      return;
    }
    const isPaid = this.#random.below(6) > 0;
    this.#stripe.renew(contract.id, { isPaid });
    contract.bill = { cents: item.price.unit_amount!, isPaid, refundedCents: 0 };
    this.#passTime(contract);
  }

  #buyer({ userId }: Payer): Buyer {
    return { userId, submissionId: randomUUID(), language: 'pt', isDirect: true };
  }

  #dueTo({ purchases, contract }: Payer): ExpectedBalance {
    const bought = purchases.reduce((sum, purchase) => sum + remainingOf(purchase), 0);
    const isRunning = contract !== null && contract.state !== 'over';
    const subscription = isRunning && contract.bill.isPaid ? this.#monthOf(contract) : 0;
    return { bought, subscription, rule: isRunning ? 'SUBSCRIPTION' : 'TRIAL' };
  }

  #monthOf({ id, interval, plans, bill }: Contract): number {
    const { start, end } = this.#currentMonth(id, interval);
    const span = BigInt(end - start);
    const given = plans.reduce((sum, { at, hours }, index) => {
      const from = Math.max(start, at);
      const until = Math.min(end, plans[index + 1]?.at ?? end);
      return until > from ? sum + BigInt(hours * HOUR_MS) * BigInt(until - from) : sum;
    }, 0n);
    const cents = BigInt(bill.cents);
    return Number((given * (cents - BigInt(bill.refundedCents))) / (span * cents));
  }

  #currentMonth(id: string, interval: Contract['interval']): { start: number; end: number } {
    const item = this.#stripe.subscription(id).items.data[0]!;
    const { current_period_start: start, current_period_end: end } = item;
    if (interval === 'month') return { start, end };
    const begun = new Date(start * 1000);
    let month = 0;
    while (monthsLater(begun, month + 1) <= this.#stripe.now) month += 1;
    assert.ok(month < 12);
    return { start: seconds(monthsLater(begun, month)), end: seconds(monthsLater(begun, month + 1)) };
  }
}
