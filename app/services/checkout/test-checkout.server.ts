import { AppError } from '@/app/domain/errors';
import { testPayments } from '@/app/integrations/payments/index.server';
import type { SignedNotice, TestCheckout } from '@/app/integrations/payments/port';
import { receiveNotice } from './receive-notice.server';

/** Who looks at the test checkout. */
export interface TestBuyer {
  /** Public id. */
  userId: string;
  /** No proxy passed the request on: others than whoever is at this machine pay with money. */
  isDirect: boolean;
}

/** @throws AppError 'checkout.order-unknown' also where there is no test checkout */
export async function findTestCheckout(buyer: TestBuyer, orderId: string): Promise<TestCheckout> {
  const checkout = buyer.isDirect ? await testPayments?.findCheckout(orderId) : null;
  if (checkout?.userId !== buyer.userId) throw new AppError('checkout.order-unknown');
  return checkout;
}

/** @throws AppError 'checkout.order-unknown' where there is no test checkout */
export async function listTestSubscriptions(buyer: TestBuyer): Promise<TestCheckout[]> {
  if (!testPayments || !buyer.isDirect) throw new AppError('checkout.order-unknown');
  return testPayments.subscriptionsOf(buyer.userId);
}

/**
 * Pays or cancels a checkout, and takes in the notice of it as one of a company.
 * @returns where to go on
 * @throws AppError 'checkout.order-unknown'
 */
export async function closeTestCheckout(
  buyer: TestBuyer,
  orderId: string,
  status: 'paid' | 'expired',
): Promise<string> {
  const { successUrl, cancelUrl } = await findTestCheckout(buyer, orderId);
  await takeIn(await testPayments!.close(orderId, status));
  return status === 'paid' ? successUrl : cancelUrl;
}

/**
 * Ends a subscription with its period, or lets it go on, and takes in the notice of it as one of a company.
 * @throws AppError 'checkout.order-unknown'
 */
export async function keepTestSubscription(
  buyer: TestBuyer,
  orderId: string,
  goesOn: boolean,
): Promise<void> {
  await findTestCheckout(buyer, orderId);
  await takeIn(await testPayments!.keep(orderId, goesOn));
}

const takeIn = ({ body, signature }: SignedNotice) => receiveNotice(body, signature);
