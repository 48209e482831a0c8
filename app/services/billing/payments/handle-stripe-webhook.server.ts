import { log } from '@/app/config/log.server';
import { countOutcome } from '@/app/config/metrics.server';
import { AppError } from '@/app/domain/errors';
import { payments } from '@/app/integrations/payments/index.server';
import {
  InvalidSignature,
  type PaymentReference,
  UnknownObject,
  UnreadableEvent,
} from '@/app/integrations/payments/port';
import { reportUnreadableEvent } from './report-unreadable-event.server';
import { syncFromStripe } from './sync-from-stripe.server';

/**
 * Events may be late, repeated or out of order; after any error Stripe retries. `body` is raw, as it was
 * signed. A thin event is answered, and changes nothing; nor does one about what the present keys do not know:
 * every retry would fail alike, and the nightly comparison tells of it when it is ours.
 * @throws AppError 'checkout.notice-refused' for an invalid signature, one older than five minutes, and a
 *   signed body that is no event
 */
export function handleStripeWebhook(body: string, signature: string | null): Promise<void> {
  return countOutcome('celeste_payment_notices_total', handle(body, signature));
}

async function handle(body: string, signature: string | null): Promise<void> {
  const subject = await verifyWebhook(body, signature);
  if (!subject) return;
  try {
    await syncFromStripe(subject);
  } catch (error) {
    if (!(error instanceof UnknownObject)) throw error;
    log.warn({ ...subject }, 'a webhook tells of what the payment provider does not know');
  }
}

async function verifyWebhook(body: string, signature: string | null): Promise<PaymentReference | null> {
  if (!payments) throw new AppError('checkout.notice-refused');
  try {
    return await payments.verifyWebhook(body, signature);
  } catch (error) {
    if (error instanceof InvalidSignature) throw new AppError('checkout.notice-refused');
    if (error instanceof UnreadableEvent) {
      await reportUnreadableEvent(error);
      return null;
    }
    throw error;
  }
}
