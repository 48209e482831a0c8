import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import { InvalidSignature, type PaymentReference } from '@/app/integrations/payments/port';
import { syncFromStripe } from './sync-from-stripe.server';

/**
 * Events may be late, repeated or out of order; after any error Stripe retries. `body` is raw, as it was
 * signed.
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
