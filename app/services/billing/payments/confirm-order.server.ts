import { log } from '@/app/config/log.server';
import { type OrderState, orderStateOf } from '@/app/domain/billing/payments/order-state';
import { isPublicId } from '@/app/domain/public-id';
import { Order } from '@/models/order.server';
import { checkoutReference } from './checkout-reference';
import { syncFromStripe } from './sync-from-stripe.server';

/** How long the buyer's page waits for the payment provider; the lookup goes on behind it. */
const WAIT_MS = 4_000;

export interface ConfirmedOrder {
  state: OrderState;
  /** False when the provider did not answer: the state is the one known before. */
  isCurrent: boolean;
}

/** Looks an order up, since its buyer may return before the webhook; null when it is not theirs. */
export async function confirmOrder(
  userId: number,
  publicId: string,
  now = new Date(),
): Promise<ConfirmedOrder | null> {
  const order = isPublicId(publicId) ? await Order.findOne({ where: { publicId, userId } }) : null;
  if (!order) return null;
  const { kind, checkoutId, status } = order;
  const state = orderStateOf(order, now);
  if (!checkoutId || status === 'paid') return { state, isCurrent: true };
  try {
    await inTime(syncFromStripe(checkoutReference(kind, checkoutId)));
    return { state: orderStateOf(await order.reload(), now), isCurrent: true };
  } catch (error) {
    log.warn({ error, orderId: publicId }, 'an order could not be looked up; its webhook will settle it');
    return { state, isCurrent: false };
  }
}

async function inTime(work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('the payment provider took too long')), WAIT_MS);
  });
  try {
    await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
