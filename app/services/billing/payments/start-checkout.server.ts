import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { HOUR_MS, HOURS, type PlanPrice } from '@/app/domain/billing/payments/catalogue';
import { AppError } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/domain/format/language';
import { payments } from '@/app/integrations/payments/index.server';
import type { Payments } from '@/app/integrations/payments/port';
import { inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { lockWallet } from '../wallet/lock-wallet.server';
import { assertUnsubscribed, syncBegunSubscriptions } from './assert-unsubscribed.server';
import { closeOlderCheckouts } from './close-checkouts.server';
import { ensureCustomer } from './ensure-customer.server';
import { saleItem } from './sale-item.server';

export interface Buyer {
  userId: number;
  submissionId: string;
  language: InterfaceLanguage;
  /** No proxy forwarded the request. */
  isDirect: boolean;
}

/**
 * An order of hours; the same form gets the same checkout URL. Of an account's checkouts of one kind only the
 * newest stays open.
 * @throws AppError 'checkout.failed'; 'checkout.superseded' when another was begun at the same time
 */
export function startPurchase(buyer: Buyer, hours: number): Promise<string> {
  const order = {
    kind: 'hours' as const,
    priceId: HOURS.id,
    quantity: hours,
    unitCents: HOURS.priceCents,
    amountCents: hours * HOURS.priceCents,
    minutesMs: hours * HOUR_MS,
  };
  return startCheckout(buyer, order, { cents: HOURS.priceCents, interval: null });
}

/** An order of a plan. @throws AppError 'checkout.already-subscribed', and those of startPurchase */
export function startSubscription(buyer: Buyer, price: PlanPrice): Promise<string> {
  const order = {
    kind: 'subscription' as const,
    priceId: price.id,
    quantity: 1,
    unitCents: 0,
    amountCents: price.cents,
    minutesMs: 0,
  };
  return startCheckout(buyer, order, price);
}

type NewOrder = Pick<Order, 'kind' | 'priceId' | 'quantity' | 'unitCents' | 'amountCents' | 'minutesMs'>;
type Price = Pick<PlanPrice, 'cents'> & { interval: PlanPrice['interval'] | null };

async function startCheckout(buyer: Buyer, ordered: NewOrder, price: Price): Promise<string> {
  if (!payments || (payments.isTest && !buyer.isDirect)) throw new AppError('checkout.failed');
  try {
    if (ordered.kind === 'subscription') await syncBegunSubscriptions(buyer.userId);
    const order = await placeOrder(buyer, ordered);
    return order.checkoutUrl ?? (await openCheckout(payments, order, buyer, price));
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.error({ error }, 'a checkout could not be begun');
    throw new AppError('checkout.failed');
  }
}

/** Ends older orders that have no checkout yet. One of the same form that has ended gives way to another. */
async function placeOrder(buyer: Buyer, ordered: NewOrder): Promise<Order> {
  const { userId, submissionId } = buyer;
  const { kind, priceId, quantity } = ordered;
  const scope = `checkout:${userId}:${priceId}:${quantity}`;
  const publicId = await withIdempotencyKey(scope, submissionId, async (transaction) => {
    await lockWallet(userId, transaction);
    if (kind === 'subscription') await assertUnsubscribed(userId, transaction);
    const begun = { userId, kind, status: 'open', checkoutId: null, invoiceId: null };
    await Order.update({ status: 'expired', canceledAt: new Date() }, { where: begun, transaction });
    const made = await Order.create({ publicId: newPublicId(), userId, ...ordered }, { transaction });
    return made.publicId;
  });
  const order = await Order.findOne({ where: { publicId }, rejectOnEmpty: true });
  const hasEnded = order.status === 'expired' || order.status === 'failed';
  return hasEnded ? placeOrder({ ...buyer, submissionId: `${submissionId} ${publicId}` }, ordered) : order;
}

async function openCheckout(
  payments: Payments,
  order: Order,
  { userId, language }: Buyer,
  { cents, interval }: Price,
): Promise<string> {
  const { publicId: orderId, kind, priceId, quantity } = order;
  const base = `${payments.isTest ? '' : settings.publicUrl}/wallet`;
  await closeOlderCheckouts(payments, order);
  // One of them may have begun a subscription.
  if (kind === 'subscription') await inTransaction((transaction) => assertUnsubscribed(userId, transaction));
  const user = await User.findByPk(userId, { rejectOnEmpty: true });
  const { id: checkoutId, url: checkoutUrl } = await payments.createCheckout({
    orderId,
    quantity,
    language,
    userId: user.publicId,
    customerId: await ensureCustomer(payments, user),
    item: saleItem(priceId, cents, interval),
    successUrl: `${base}?success=true&order=${orderId}`,
    cancelUrl: `${base}?canceled=true`,
  });
  const open = { where: { id: order.id, status: 'open' } };
  const [kept] = await Order.update({ checkoutId, checkoutUrl }, open);
  if (kept > 0 || (await order.reload()).status !== 'expired') return checkoutUrl;
  await payments.expireCheckout(checkoutId);
  throw new AppError('checkout.superseded');
}
