import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import { InvalidSignature, type PaymentReference } from '@/app/integrations/payments/port';
import { syncFromStripe } from './sync-from-stripe.server';

/**
 * Handles a Stripe webhook event, which may arrive late, twice or out of order. On any rejection other than
 * the code below the endpoint answers with an error, so that Stripe retries.
 * @param body raw request body, as the signature covers it
 * @throws AppError 'checkout.notice-refused' for an invalid signature or one older than five minutes
 */
export async function handleStripeWebhook(body: string, signature: string | null): Promise<void> {
  const subject = await verifyWebhook(body, signature);
  if (subject) await syncFromStripe(subject);
}

async function verifyWebhook(body: string, signature: string | null): Promise<PaymentReference | null> {
  if (!payments) throw new AppError('checkout.notice-refused');
  try {
    return await payments.verifyWebhook(body, signature);
  } catch (error) {
    if (error instanceof InvalidSignature) throw new AppError('checkout.notice-refused');
    throw error;
  }
}
