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
import { OLDER_VERSION } from '../support/stripe-older-shapes';
import {
  type Contract,
  type ExpectedBalance,
  type ExpectedLot,
  expectedBalance,
  expectedLot,
  makePayer,
  type Payer,
  type Payment,
  type Purchase,
  paymentOf,
  remainingOf,
} from './payment-oracle';
import type { Random } from './random';

const DAY_MS = 24 * 3_600_000;
const HOUR_CENTS = 2190;
const LENGTH_MS = 70 * DAY_MS;
/** Of two subscriptions, one that was paid longer ago is the operator's to judge. */
const TWINS_WITHIN_MS = 20 * DAY_MS;

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
 * Simulates user actions at Stripe over the last seventy days: purchases and subscriptions, each a history of its
 * own, and what becomes of them. Celeste learns of them only when the webhook events are delivered.
 */
export class PaymentHistory {
  readonly #stripe: StripeServer;
  readonly #random: Random;
  readonly #presentVersion: string;
  readonly #people: Payer[] = [];
  readonly #webhooks: { webhook: SentWebhook; at: Date }[] = [];
  #delivered = 0;
  #subscribed = 0;
  #twins = 0;

  constructor(stripe: StripeServer, random: Random) {
    this.#stripe = stripe;
    this.#random = random;
    this.#presentVersion = stripe.eventVersion;
  }

  async makePeople(count: number): Promise<void> {
    for (let index = 0; index < count; index += 1) this.#people.push(makePayer(await makeUser()));
  }

  /** Simulates their actions until `until` of `histories` have begun over all the time. */
  async simulate(until: number, histories: number): Promise<void> {
    const now = Date.now();
    while (this.historyCount < until) {
      const passed = LENGTH_MS * Math.min(1, this.historyCount / histories);
      this.#stripe.now = new Date(now - LENGTH_MS + passed);
      await this.#noting(() => this.#passTime());
      await this.#noting(() => this.#act(this.#random.pick(this.#people)));
    }
    if (until < histories) return;
    this.#stripe.now = new Date(now);
    await this.#noting(() => this.#passTime());
  }

  /**
   * Each new webhook event once to three times, shuffled; one in ten of those that Stripe still stores is
   * dropped.
   */
  deliveries(): string[] {
    const remembered = Date.now() - 28 * DAY_MS;
    const fresh = this.#webhooks.slice(this.#delivered);
    this.#delivered = this.#webhooks.length;
    const sent = fresh.filter(({ at }) => at.getTime() < remembered || this.#random.below(10) > 0);
    const bodies = sent.flatMap(({ webhook: { body } }) =>
      Array.from({ length: 1 + this.#random.below(3) }, () => body),
    );
    for (let last = bodies.length - 1; last > 0; last -= 1) {
      const other = this.#random.below(last + 1);
      [bodies[last], bodies[other]] = [bodies[other]!, bodies[last]!];
    }
    return bodies;
  }

  /** Purchases and subscriptions begun. */
  get historyCount(): number {
    return this.#subscribed + this.#people.reduce((sum, { purchases }) => sum + purchases.length, 0);
  }

  get figures() {
    return {
      people: this.#people.length,
      histories: this.historyCount,
      'subscriptions paid twice': this.#twins,
      webhooks: this.#webhooks.length,
    };
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

  /**
   * Runs `refund`, the work that was enqueued about second subscriptions, and asserts that each was ended and paid
   * back.
   */
  async endTwins(refund: () => Promise<void>): Promise<void> {
    await this.#noting(refund);
    for (const person of this.#people) {
      if (!person.twin) continue;
      const { id, paidCents } = person.twin;
      assert.equal(this.#stripe.subscription(id).status, 'canceled', `the second subscription ${id}`);
      assert.equal(this.#stripe.lastCharge(id).amount_refunded, paidCents, `the refund of ${id}`);
      person.twin = null;
    }
  }

  get expectedLots(): ExpectedLot[] {
    return this.#people.flatMap(({ purchases }) => purchases.map(expectedLot));
  }

  get expectedBalances(): Map<number, ExpectedBalance> {
    const monthOf = (contract: Contract) => this.#currentMonth(contract);
    return new Map(this.#people.map((person) => [person.userId, expectedBalance(person, monthOf)]));
  }

  async #noting(act: () => void | Promise<void>): Promise<void> {
    const before = this.#stripe.webhooks.length;
    this.#stripe.eventVersion = this.#random.pick([this.#presentVersion, OLDER_VERSION]);
    await act();
    const at = this.#stripe.now;
    this.#webhooks.push(...this.#stripe.webhooks.slice(before).map((webhook) => ({ webhook, at })));
  }

  async #act(person: Payer): Promise<void> {
    const { contract, twin, purchases } = person;
    const roll = this.#random.below(10);
    if (roll < 3) await this.#buy(person);
    else if (roll < 7 && purchases.length > 0) this.#goOn(this.#random.pick(purchases));
    // Two that were paid stay as they are until the second has been ended.
    else if (twin) return;
    else if (!contract || contract.state === 'over' || contract.state === 'failed') {
      await this.#subscribe(person);
    } else if (contract.state === 'waiting') await this.#wait(person, contract);
    else this.#changeContract(contract);
  }

  /** In one tab, or in up to three at once; the same form may be sent twice. */
  async #buy(person: Payer): Promise<void> {
    const tabs = this.#random.pick([1, 1, 2, 3]);
    const isSameForm = this.#random.below(3) === 0;
    const hours = 1 + this.#random.below(15);
    const before = this.#stripe.sessionCount;
    const buyer = this.#buyer(person);
    const answers = await Promise.allSettled(
      Array.from({ length: tabs }, (_, tab) =>
        isSameForm ? startPurchase(buyer, hours) : startPurchase(this.#buyer(person), hours + tab),
      ),
    );
    for (const answer of answers) {
      if (answer.status === 'rejected') assert.equal(answer.reason.code, 'checkout.superseded');
    }
    // Only the newest checkout stays open.
    for (const purchase of person.purchases) if (purchase.status === 'open') purchase.status = 'over';
    for (const { id, amount_total: cents, status } of this.#stripe.sessionsAfter(before)) {
      const bought = { id, hours: cents! / HOUR_CENTS, spentMs: 0, ...paymentOf(cents!) };
      person.purchases.push({ ...bought, status: status === 'open' ? 'open' : 'over' });
    }
    const open = person.purchases.filter(({ status }) => status === 'open');
    assert.equal(open.length, 1, `checkouts that user ${person.userId} can pay`);
    this.#goOn(open[0]!);
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
      this.#stripe.pay(id, { later: this.#random.pick(['boleto', 'pix'] as const) });
      purchase.status = 'pending';
    } else if (status === 'open') {
      this.#stripe.expire(id);
      purchase.status = 'over';
    } else if (status === 'pending') {
      const outcome = roll < 7 ? 'succeeded' : 'failed';
      this.#stripe.settle(id, outcome);
      purchase.status = outcome === 'succeeded' ? 'paid' : 'over';
    } else if (status === 'paid') this.#takeBack(id, purchase);
  }

  /** A refund, a refund that the bank rejects, or a step of a dispute. */
  #takeBack(id: string, payment: Payment): void {
    const { paidCents, refundedCents, dispute } = payment;
    const leftCents = paidCents - refundedCents;
    const roll = this.#random.below(4);
    if (dispute === 'inquiry') this.#answerInquiry(id, payment, roll);
    else if (dispute === 'open') this.#answerDispute(id, payment, roll);
    else if (dispute === 'over' || leftCents === 0) return;
    else if (roll === 0) this.#dispute(id, payment);
    else if (refundedCents > 0 && roll === 1) {
      this.#stripe.failRefund(id, refundedCents);
      payment.refundedCents = 0;
    } else {
      const cents = 1 + this.#random.below(leftCents);
      this.#stripe.refund(id, cents);
      payment.refundedCents += cents;
    }
  }

  #dispute(id: string, payment: Payment): void {
    const leftCents = payment.paidCents - payment.refundedCents;
    const kind = this.#random.pick(['inquiry', 'open', 'open', 'prevented'] as const);
    if (kind === 'prevented' && payment.refundedCents === 0) {
      const isShown = this.#random.below(2) === 0;
      this.#stripe.preventDispute(id, { isShown });
      payment.dispute = 'over';
      if (isShown) payment.refundedCents = payment.paidCents;
      else payment.heldCents = leftCents;
      return;
    }
    payment.dispute = kind === 'inquiry' ? 'inquiry' : 'open';
    this.#stripe.dispute(id, { isInquiry: kind === 'inquiry' });
    if (kind !== 'inquiry') payment.heldCents = leftCents;
  }

  #answerInquiry(id: string, payment: Payment, roll: number): void {
    if (roll === 0) this.#stripe.updateDispute(id, 'warning_under_review');
    else if (roll === 1) {
      this.#stripe.closeDispute(id, 'warning_closed');
      payment.dispute = 'over';
    } else {
      this.#stripe.updateDispute(id, 'needs_response');
      payment.dispute = 'open';
      payment.heldCents = payment.paidCents - payment.refundedCents;
    }
  }

  #answerDispute(id: string, payment: Payment, roll: number): void {
    if (roll === 0) {
      this.#stripe.updateDispute(id, 'under_review');
      return;
    }
    const outcome = this.#random.pick(['won', 'lost'] as const);
    this.#stripe.closeDispute(id, outcome);
    payment.dispute = 'over';
    if (outcome === 'won') payment.heldCents = 0;
  }

  async #subscribe(person: Payer): Promise<void> {
    const { userId } = person;
    const interval = this.#random.pick(['month', 'month', 'year'] as const);
    // One that ended, of which no webhook has told yet, stands in the way.
    const known = { userId, status: ['active', 'pastDue'] };
    if ((await Subscription.count({ where: known })) > 0) return;
    const plan = this.#random.pick(PLANS[interval]);
    const session = await this.#openSubscription(person, plan);
    const isRecent = Date.now() - this.#stripe.now.getTime() < TWINS_WITHIN_MS;
    const roll = this.#random.below(4);
    if (roll === 0 && isRecent) await this.#subscribeTwice(person, session, plan);
    else this.#payFirst(person, session, plan, roll === 1 ? 'boleto' : 'card');
  }

  async #openSubscription(person: Payer, { lookupKey }: PlanPrice): Promise<string> {
    await startSubscription(this.#buyer(person), planPriceOf(lookupKey)!);
    this.#subscribed += 1;
    return this.#stripe.lastSession.id;
  }

  #payFirst(person: Payer, checkoutId: string, plan: PlanPrice, method: 'card' | 'boleto'): void {
    const isPaid = method === 'card';
    this.#stripe.pay(checkoutId, { later: !isPaid });
    person.contract = {
      id: this.#stripe.session(checkoutId).subscription!,
      checkoutId,
      interval: plan.interval,
      state: isPaid ? 'runs' : 'waiting',
      plans: [{ at: seconds(this.#stripe.now), hours: plan.hours }],
      bill: { ...paymentOf(plan.unitAmount), isPaid },
    };
  }

  /** In a second tab too, which the first could not see: its checkout was unknown when the next began. */
  async #subscribeTwice(person: Payer, first: string, plan: PlanPrice): Promise<void> {
    await Order.update({ checkoutId: null }, { where: { checkoutId: first } });
    const other = this.#random.pick(PLANS[plan.interval]);
    const second = await this.#openSubscription(person, other);
    this.#payFirst(person, first, plan, 'card');
    this.#stripe.now = new Date(this.#stripe.now.getTime() + 60_000);
    this.#stripe.pay(second);
    person.twin = { id: this.#stripe.session(second).subscription!, paidCents: other.unitAmount };
    this.#twins += 1;
  }

  /** The boleto of a first payment is paid, is not, or stands in the way of another subscription. */
  async #wait(person: Payer, contract: Contract): Promise<void> {
    const roll = this.#random.below(4);
    if (roll === 0) {
      const plan = planPriceOf('celeste_light_monthly')!;
      const isTaken = { code: 'checkout.already-subscribed' };
      await assert.rejects(startSubscription(this.#buyer(person), plan), isTaken);
      return;
    }
    const outcome = roll === 1 ? 'failed' : 'succeeded';
    this.#stripe.settle(contract.checkoutId, outcome);
    contract.state = outcome === 'failed' ? 'failed' : 'runs';
    contract.bill.isPaid = outcome === 'succeeded';
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
    } else if (roll < 6 && bill.refundedCents === 0 && bill.dispute === 'none') {
      const { hours, ...plan } = this.#random.pick(PLANS[interval]);
      if (hours === plans.at(-1)!.hours) return;
      this.#stripe.changePlan(id, plan, { isBilled: this.#random.below(2) === 0 });
      plans.push({ at: seconds(this.#stripe.now), hours });
    } else if (roll < 8 && !hasChanged && this.#stripe.lastCharge(id).amount === bill.paidCents) {
      // An invoice that includes a proration is larger than that of its period.
      this.#takeBack(id, bill);
    }
  }

  #passTime(): void {
    for (const { contract } of this.#people) {
      while (contract && this.#isPeriodOver(contract)) this.#endPeriod(contract);
    }
  }

  #isPeriodOver({ id, state }: Contract): boolean {
    const { current_period_end: end } = this.#stripe.subscription(id).items.data[0]!;
    return state !== 'over' && end <= seconds(this.#stripe.now);
  }

  /** Ends the contract, or begins its next period, which may stay unpaid. */
  #endPeriod(contract: Contract): void {
    if (contract.state !== 'runs') {
      this.#stripe.cancel(contract.id, 'now');
      contract.state = 'over';
      return;
    }
    const { price } = this.#stripe.subscription(contract.id).items.data[0]!;
    const isPaid = this.#random.below(6) > 0;
    this.#stripe.renew(contract.id, { isPaid });
    contract.bill = { ...paymentOf(price.unit_amount!), isPaid };
  }

  #buyer({ userId }: Payer): Buyer {
    return { userId, submissionId: randomUUID(), language: 'pt', isDirect: true };
  }

  #currentMonth({ id, interval }: Contract): { start: number; end: number } {
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
