import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/domain/format/language';
import { payments } from '@/app/integrations/payments/index.server';
import { User } from '@/models/user.server';
import { syncBegunSubscriptions } from './assert-unsubscribed.server';
import { ensureCustomer } from './ensure-customer.server';

/**
 * URL of the customer portal.
 * @throws AppError 'checkout.not-subscribed', also when the provider does not know the subscription, which ends;
 *   'checkout.failed'
 */
export async function openPortal(request: {
  userId: number;
  language: InterfaceLanguage;
  isDirect: boolean;
}): Promise<string> {
  const { userId, language, isDirect } = request;
  const user = await User.findByPk(userId, { rejectOnEmpty: true });
  if (!user.customerId) throw new AppError('checkout.not-subscribed');
  if (!payments || (payments.isTest && !isDirect)) throw new AppError('checkout.failed');
  try {
    if (await hasLostSubscription(user.id)) throw new AppError('checkout.not-subscribed');
    return await payments.createPortalSession({
      customerId: await ensureCustomer(payments, user),
      returnUrl: `${settings.publicUrl}/wallet`,
      language,
    });
  } catch (error) {
    if (error instanceof AppError) throw error;
    log.error({ error }, 'the portal could not be opened');
    throw new AppError('checkout.failed');
  }
}

/** The portal opens without an answer too: it is where people cancel. */
async function hasLostSubscription(userId: number): Promise<boolean> {
  try {
    return await syncBegunSubscriptions(userId);
  } catch (error) {
    log.warn({ error }, 'a subscription could not be looked up before the portal');
    return false;
  }
}
