import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { HOUR_MS, HOURS, type PlanPrice } from '@/app/domain/billing/payments/catalogue';
import { AppError } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/domain/format/language';
import { translator } from '@/app/i18n/texts.server';
import { payments } from '@/app/integrations/payments/index.server';
import type { Payments } from '@/app/integrations/payments/port';
import { Order } from '@/models/order.server';
import { newPublicId } from '@/models/public-id.server';
import { Subscription } from '@/models/subscription.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';

export interface Buyer {
  userId: number;
  submissionId: string;
  language: InterfaceLanguage;
  /** No proxy forwarded the request. */
  isDirect: boolean;
}

/** An order of hours; the same form gets the same checkout URL. @throws AppError 'checkout.failed' */
export function startPurchase(buyer: Buyer, hours: number): Promise<string> {
  const order = {
    kind: 'hours' as const,
    priceId: HOURS.id,
    quantity: hours,
    unitCents: HOURS.priceCents,
    amountCents: hours * HOURS.priceCents,
    minutesMs: hours * HOUR_MS,
  };
  return createOrder(buyer, order, { cents: HOURS.priceCents, interval: null });
}

/** An order of a plan. @throws AppError 'checkout.failed', 'checkout.already-subscribed' */
export function startSubscription(buyer: Buyer, price: PlanPrice): Promise<string> {
  const order = {
    kind: 'subscription' as const,
    priceId: price.id,
    quantity: 1,
    unitCents: 0,
    amountCents: price.cents,
    minutesMs: 0,
  };
  return createOrder(buyer, order, price, async (transaction) => {
    const running = { userId: buyer.userId, status: ['active', 'pastDue'] };
    if ((await Subscription.count({ where: running, transaction })) > 0) {
      throw new AppError('checkout.already-subscribed');
    }
  });
}

type NewOrder = Pick<Order, 'kind' | 'priceId' | 'quantity' | 'unitCents' | 'amountCents' | 'minutesMs'>;
type Price = Pick<PlanPrice, 'cents'> & { interval: PlanPrice['interval'] | null };

async function createOrder(
  buyer: Buyer,
  ordered: NewOrder,
  price: Price,
  mayOrder?: (transaction: Transaction) => Promise<void>,
): Promise<string> {
  const { userId, submissionId, isDirect } = buyer;
  if (!payments || (payments.isTest && !isDirect)) throw new AppError('checkout.failed');
  const scope = `checkout:${userId}:${ordered.priceId}:${ordered.quantity}`;
  const publicId = await withIdempotencyKey(scope, submissionId, async (transaction) => {
    await mayOrder?.(transaction);
    const made = await Order.create({ publicId: newPublicId(), userId, ...ordered }, { transaction });
    return made.publicId;
  });
  const order = await Order.findOne({ where: { publicId }, rejectOnEmpty: true });
  return order.checkoutUrl ?? (await openCheckout(payments, order, buyer, price));
}

async function openCheckout(
  payments: Payments,
  order: Order,
  { userId, language }: Buyer,
  { cents, interval }: Price,
): Promise<string> {
  const { publicId: orderId, priceId, quantity } = order;
  const base = `${payments.isTest ? '' : settings.publicUrl}/wallet`;
  const t = translator(language, 'billing');
  try {
    const user = await User.findByPk(userId, { rejectOnEmpty: true });
    const { id, url } = await payments.createCheckout({
      orderId,
      quantity,
      language,
      userId: user.publicId,
      customerId: await findOrCreateCustomer(payments, user),
      item: { priceId, cents, interval, name: t(`bill.${priceId}`) },
      successUrl: `${base}?success=true&order=${orderId}`,
      cancelUrl: `${base}?canceled=true`,
    });
    await order.update({ checkoutId: id, checkoutUrl: url });
    return url;
  } catch (error) {
    log.error({ error, orderId }, 'a checkout could not be begun');
    throw new AppError('checkout.failed');
  }
}

async function findOrCreateCustomer(payments: Payments, user: User): Promise<string> {
  const { publicId: userId, email, name, customerId } = user;
  if (customerId) return customerId;
  const made = await payments.createCustomer({ userId, email, name });
  await user.update({ customerId: made });
  return made;
}
