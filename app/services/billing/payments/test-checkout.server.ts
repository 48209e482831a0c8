import { AppError } from '@/app/domain/errors';
import { testPayments } from '@/app/integrations/payments/index.server';
import type { SignedWebhook, TestCheckout } from '@/app/integrations/payments/port';
import { inTransaction } from '@/models/database.server';
import { Order } from '@/models/order.server';
import { handleStripeWebhook } from './handle-stripe-webhook.server';

export interface TestBuyer {
  /** Public id. */
  userId: string;
  /** No proxy forwarded the request: the test checkout works only on the server's own machine. */
  isDirect: boolean;
}

/** @throws AppError 'checkout.order-unknown', also where no test checkout is configured */
export async function findTestCheckout(buyer: TestBuyer, orderId: string): Promise<TestCheckout> {
  const checkout = buyer.isDirect ? await testPayments?.findCheckout(orderId) : null;
  if (checkout?.userId !== buyer.userId) throw new AppError('checkout.order-unknown');
  return checkout;
}

/** @throws AppError 'checkout.order-unknown' where no test checkout is configured */
export async function listTestSubscriptions(buyer: TestBuyer): Promise<TestCheckout[]> {
  if (!testPayments || !buyer.isDirect) throw new AppError('checkout.order-unknown');
  return testPayments.listSubscriptions(buyer.userId);
}

/**
 * Returns where to redirect; the webhook is handled like Stripe's.
 * @throws AppError 'checkout.order-unknown'
 */
export async function closeTestCheckout(
  buyer: TestBuyer,
  orderId: string,
  status: 'paid' | 'expired',
): Promise<string> {
  const { successUrl, cancelUrl } = await findTestCheckout(buyer, orderId);
  const webhook = await inTransaction(async (transaction) => {
    const order = { publicId: orderId };
    // Of several tabs the first closes it: each would begin another period of a plan.
    await Order.findOne({ where: order, lock: transaction.LOCK.UPDATE, transaction });
    if (status === 'expired') {
      await Order.update({ canceledAt: new Date() }, { where: { ...order, status: 'open' }, transaction });
    }
    return testPayments!.closeCheckout(orderId, status);
  });
  await deliverWebhook(webhook);
  return status === 'paid' ? successUrl : cancelUrl;
}

/** Cancels at the end of the period, or resumes. @throws AppError 'checkout.order-unknown' */
export async function setTestSubscriptionRenewal(
  buyer: TestBuyer,
  orderId: string,
  goesOn: boolean,
): Promise<void> {
  await findTestCheckout(buyer, orderId);
  await deliverWebhook(await testPayments!.setRenewal(orderId, goesOn));
}

const deliverWebhook = ({ body, signature }: SignedWebhook) => handleStripeWebhook(body, signature);
