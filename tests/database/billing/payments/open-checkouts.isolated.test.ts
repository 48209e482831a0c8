import '@/tests/support/data-folder';
import './stripe-account';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { simpleParser } from 'mailparser';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { settings } from '@/app/config/env.server';
import { HOUR_MS, planPriceOf } from '@/app/domain/billing/payments/catalogue';
import type { JobName } from '@/app/domain/jobs';
import { describePlan } from '@/app/services/billing/payments/describe-plan.server';
import { handleStripeWebhook } from '@/app/services/billing/payments/handle-stripe-webhook.server';
import { reconcilePayments } from '@/app/services/billing/payments/reconcile-payments.server';
import {
  type Buyer,
  startPurchase,
  startSubscription,
} from '@/app/services/billing/payments/start-checkout.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { handlers } from '@/jobs/handlers';
import { Job } from '@/models/job.server';
import { Order } from '@/models/order.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';
import { stripe } from './stripe-account';

const folder = path.join(settings.dataDir, 'mail');
const LIGHT = planPriceOf('celeste_light_monthly')!;
const PREMIUM = planPriceOf('celeste_premium_monthly')!;

afterAll(() => stripe.stop());

describeOnBothDatabases('the open checkouts of an account', () => {
  let userId: number;
  let delivered: number;

  beforeEach(async () => {
    await resetDatabase();
    await rm(folder, { recursive: true, force: true });
    userId = await makeUser({ email: 'ana@example.com' });
    delivered = stripe.webhooks.length;
    stripe.now = new Date();
  });

  const buyer = (submissionId: string = randomUUID()): Buyer => ({
    userId,
    submissionId,
    language: 'pt',
    isDirect: true,
  });

  async function deliver(order: 'as sent' | 'reversed' = 'as sent'): Promise<void> {
    const webhooks = stripe.webhooks.slice(delivered);
    delivered = stripe.webhooks.length;
    if (order === 'reversed') webhooks.reverse();
    for (const { body } of webhooks) await handleStripeWebhook(body, stripe.sign(body));
  }

  async function begin(what: number | typeof LIGHT, form = buyer()): Promise<string> {
    const address =
      typeof what === 'number' ? await startPurchase(form, what) : await startSubscription(form, what);
    return address.split('/').at(-1)!;
  }

  /** As a second tab that the first could not see: its checkout is unknown when the next begins. */
  async function beginUnseen(plan: typeof LIGHT): Promise<string> {
    const checkoutId = await begin(plan);
    await Order.update({ checkoutId: null }, { where: { checkoutId } });
    return checkoutId;
  }

  const statusOf = (checkoutId: string) => stripe.session(checkoutId).status;
  const orderOf = (checkoutId: string) => Order.findOne({ where: { checkoutId }, rejectOnEmpty: true });
  const hoursIn = async () => {
    const { subscription, bought } = await readBalances(userId);
    return { subscription: subscription / HOUR_MS, bought: bought / HOUR_MS };
  };
  const isTaken = { code: 'checkout.already-subscribed' };

  /** Runs each waiting job; `times` as after a kill before its end was recorded. */
  async function runJobs(times = 1): Promise<JobName[]> {
    const ran: JobName[] = [];
    for (;;) {
      const job = await Job.findOne({ where: { status: 'waiting' }, order: ['id'] });
      if (!job) return ran;
      const handler = handlers[job.name as 'revoke-subscription'];
      const run = {
        payload: JSON.parse(job.payload) as { externalId: string },
        claim: { jobId: job.id, fence: 1 },
        signal: new AbortController().signal,
        isLastAttempt: false,
      };
      for (let time = 0; time < times; time += 1) await handler.run(run);
      ran.push(job.name as JobName);
      await job.destroy();
    }
  }

  async function mails(): Promise<{ to: string; subject: string; text: string }[]> {
    const names = await readdir(folder).catch(() => []);
    const all = await Promise.all(
      names.map(async (name) => simpleParser(await readFile(path.join(folder, name)))),
    );
    return all.map((mail) => ({
      to: [mail.to].flat()[0]!.text,
      subject: mail.subject!,
      text: mail.text!,
    }));
  }

  it('are one of each kind: a new one closes the older', async () => {
    const [first, plan] = [await begin(1), await begin(LIGHT)];
    const second = await begin(2);
    expect([statusOf(first), statusOf(plan), statusOf(second)]).toEqual(['expired', 'open', 'open']);
    expect(await orderOf(first)).toMatchObject({ status: 'expired' });
    const other = await begin(PREMIUM);
    expect([statusOf(plan), statusOf(second), statusOf(other)]).toEqual(['expired', 'open', 'open']);
    expect(await orderOf(plan)).toMatchObject({ status: 'expired' });
  });

  it('are one after parallel tabs, and those of other tabs say so', async () => {
    const tabs = await Promise.allSettled([1, 2, 3, 4, 5, 6, 7, 8].map((hours) => begin(hours)));
    const opened = tabs.filter(({ status }) => status === 'fulfilled');
    const codes = tabs.flatMap((tab) =>
      tab.status === 'rejected' ? [(tab.reason as { code: string }).code] : [],
    );
    expect(opened.length).toBeGreaterThan(0);
    expect(new Set([...codes, 'checkout.superseded'])).toEqual(new Set(['checkout.superseded']));
    const orders = await Order.findAll({ where: { userId, status: 'open' } });
    expect(orders).toHaveLength(1);
    const client = (await User.findByPk(userId, { rejectOnEmpty: true })).publicId;
    expect(stripe.openSessions(client).map(({ id }) => id)).toEqual([orders[0]!.checkoutId]);
  });

  it('leave a purchase alone that was paid before the next began', async () => {
    const first = await begin(3);
    stripe.pay(first);
    const second = await begin(2);
    expect([statusOf(first), statusOf(second)]).toEqual(['complete', 'open']);
    expect(await hoursIn()).toMatchObject({ bought: 3 });
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 3 });
  });

  it('refuse a subscription when the older one was paid meanwhile', async () => {
    stripe.pay(await begin(LIGHT));
    await expect(begin(PREMIUM)).rejects.toMatchObject(isTaken);
    expect(await hoursIn()).toMatchObject({ subscription: 5 });
    expect(await Order.count({ where: { userId, status: 'open', checkoutId: null } })).toBe(1);
  });

  it('refuse a subscription while the first payment is in transit, and allow it once that failed', async () => {
    const waiting = await begin(LIGHT);
    stripe.pay(waiting, { later: 'boleto' });
    await expect(begin(PREMIUM)).rejects.toMatchObject(isTaken);
    await deliver();
    await expect(begin(PREMIUM)).rejects.toMatchObject(isTaken);
    expect(await hoursIn()).toMatchObject({ subscription: 0 });
    stripe.settle(waiting, 'failed');
    const retried = await begin(PREMIUM);
    expect(await runJobs()).toEqual(['revoke-subscription']);
    expect(stripe.subscription(stripe.session(waiting).subscription!).status).toBe('canceled');
    stripe.pay(retried);
    await deliver();
    expect(await hoursIn()).toMatchObject({ subscription: 10 });
    expect(await mails()).toEqual([]);
    expect(await Subscription.count({ where: { userId, status: 'active' } })).toBe(1);
  });

  it('stay open while Stripe is away, and the next is not begun', async () => {
    const first = await begin(1);
    stripe.fail(400);
    try {
      await expect(begin(2)).rejects.toMatchObject({ code: 'checkout.failed' });
    } finally {
      stripe.fail(null);
    }
    expect(statusOf(first)).toBe('open');
    stripe.pay(first);
    await deliver();
    expect(await hoursIn()).toMatchObject({ bought: 1 });
  });

  it('are begun again by a form whose checkout was closed', async () => {
    const form = buyer();
    const first = await begin(1, form);
    const second = await begin(2);
    const again = await Promise.all(Array.from({ length: 6 }, () => begin(1, form)));
    expect(new Set(again).size).toBe(1);
    expect([first, second]).not.toContain(again[0]);
    expect([statusOf(first), statusOf(second), statusOf(again[0]!)]).toEqual(['expired', 'expired', 'open']);
  });

  it('end with their time, which the webhook or the nightly look at Stripe tells', async () => {
    const [told, untold] = [await begin(1), await begin(LIGHT)];
    for (const checkout of [told, untold]) stripe.expire(checkout);
    const { body } = stripe.webhooks.at(-2)!;
    await handleStripeWebhook(body, stripe.sign(body));
    expect(await orderOf(told)).toMatchObject({ status: 'expired' });
    await reconcilePayments();
    expect(await orderOf(untold)).toMatchObject({ status: 'expired' });
  });

  it.each(['as sent', 'reversed'] as const)(
    'end with one plan when two were paid all the same, told %s',
    async (sent) => {
      await User.update({ name: 'Ana Lima' }, { where: { id: userId } });
      const first = await beginUnseen(LIGHT);
      const second = await beginUnseen(PREMIUM);
      stripe.now = new Date(Date.now() - 60_000);
      stripe.pay(first);
      stripe.now = new Date(Date.now() - 30_000);
      stripe.pay(second);
      await deliver(sent);
      expect(await hoursIn()).toEqual({ subscription: 5, bought: 0 });
      expect(await describePlan(userId)).toMatchObject({ priceId: LIGHT.id });

      expect(await runJobs(2)).toEqual(['revoke-subscription', 'announce-refund', 'announce-refund']);
      const [kept, revoked] = [first, second].map((id) => stripe.session(id).subscription!);
      expect(stripe.subscription(kept!).status).toBe('active');
      expect(stripe.subscription(revoked!).status).toBe('canceled');
      expect(stripe.lastCharge(revoked!)).toMatchObject({ amount: 19_990, amount_refunded: 19_990 });
      expect(stripe.lastCharge(kept!)).toMatchObject({ amount_refunded: 0 });
      await deliver();
      expect(await hoursIn()).toEqual({ subscription: 5, bought: 0 });
      expect(await Order.findOne({ where: { userId, priceId: PREMIUM.id } })).toMatchObject({
        status: 'paid',
        refundedCents: 19_990,
      });
      expect(await runJobs()).toEqual([]);
      expect(await checkLedger()).toEqual([]);

      const told = await mails();
      const toBuyer = told.filter(({ to }) => to === 'ana@example.com');
      const toOperator = told.filter(({ to }) => to === settings.supportEmail);
      expect([toBuyer.length, toOperator.length, told.length]).toEqual([2, 2, 4]);
      expect(toBuyer[0]!.subject).toBe('Sua segunda assinatura foi cancelada');
      expect(toBuyer[0]!.text).toMatch(
        /Olá, Ana,[\s\S]*outra: Premium, mensal\.[\s\S]*Devolvemos R\$\s199,90\./,
      );
      expect(toBuyer[0]!.text).not.toContain('boleto');
      const { publicId } = await User.findByPk(userId, { rejectOnEmpty: true });
      expect(toOperator[0]!.text).toContain(publicId);
      expect(toOperator[0]!.text).not.toContain('ana@example.com');
    },
  );

  it('end with the plan that was paid by boleto, which cannot be refunded', async () => {
    const [card, boleto] = [await beginUnseen(LIGHT), await beginUnseen(PREMIUM)];
    stripe.pay(card);
    stripe.pay(boleto, { later: 'boleto' });
    await deliver();
    expect(await hoursIn()).toMatchObject({ subscription: 5 });
    stripe.now = new Date(Date.now() + 60_000);
    stripe.settle(boleto, 'succeeded');
    await deliver();
    expect(await hoursIn()).toMatchObject({ subscription: 10 });
    await runJobs();
    expect(stripe.lastCharge(stripe.session(card).subscription!)).toMatchObject({ refunded: true });
    expect(stripe.lastCharge(stripe.session(boleto).subscription!)).toMatchObject({ refunded: false });
    expect(await checkLedger()).toEqual([]);
  });

  it('lead to a refund by hand when both were paid by boleto', async () => {
    await User.update({ language: 'en' }, { where: { id: userId } });
    const boletos = [await beginUnseen(LIGHT), await beginUnseen(PREMIUM)];
    for (const checkout of boletos) stripe.pay(checkout, { later: 'boleto' });
    for (const checkout of boletos) {
      stripe.now = new Date(stripe.now.getTime() + 60_000);
      stripe.settle(checkout, 'succeeded');
    }
    await deliver();
    expect(await runJobs()).toEqual(['revoke-subscription', 'announce-refund', 'announce-refund']);
    expect(await hoursIn()).toMatchObject({ subscription: 5 });
    expect(stripe.subscription(stripe.session(boletos[1]!).subscription!).status).toBe('canceled');
    const told = await mails();
    const toBuyer = told.find(({ to }) => to === 'ana@example.com')!;
    const toOperator = told.find(({ to }) => to === settings.supportEmail)!;
    expect(toBuyer.text).toMatch(/To get R\$\s199,90 back, write to/);
    expect(toBuyer.text).not.toContain('We have refunded');
    expect(toOperator.subject).toBe('Celeste: devolver o pagamento de uma segunda assinatura');
    expect(toOperator.text).toMatch(/R\$\s199,90 foram pagos por boleto/);
  });
});
