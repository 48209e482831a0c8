import { settings } from '@/app/config/env.server';
import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/domain/format/language';
import { payments } from '@/app/integrations/payments/index.server';
import { User } from '@/models/user.server';

/**
 * @returns the page where somebody changes their plan and card, sees bills and cancels
 * @throws AppError 'checkout.not-subscribed' for whom the payment company does not know; 'checkout.failed'
 */
export async function openPortal(request: {
  userId: number;
  language: InterfaceLanguage;
  /** No proxy passed the request on. */
  isDirect: boolean;
}): Promise<string> {
  const { userId, language, isDirect } = request;
  const { customerId } = await User.findByPk(userId, { rejectOnEmpty: true });
  if (!customerId) throw new AppError('checkout.not-subscribed');
  if (!payments || (payments.isTest && !isDirect)) throw new AppError('checkout.failed');
  try {
    return await payments.openPortal({ customerId, returnUrl: `${settings.publicUrl}/wallet`, language });
  } catch (error) {
    log.error({ error }, 'the portal could not be opened');
    throw new AppError('checkout.failed');
  }
}
