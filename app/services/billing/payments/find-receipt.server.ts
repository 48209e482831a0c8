import { log } from '@/app/config/log.server';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { payments } from '@/app/integrations/payments/index.server';
import { Order } from '@/models/order.server';

/**
 * Asks the provider each time, since receipt links expire.
 * @throws AppError 'checkout.order-unknown', 'checkout.failed'
 */
export async function findReceipt(userId: number, publicId: string): Promise<string> {
  const order = isPublicId(publicId)
    ? await Order.findOne({ where: { publicId, userId, status: 'paid' } })
    : null;
  if (!order || !payments) throw new AppError('checkout.order-unknown');
  const receipt = await payments.findReceipt(order).catch((error: unknown) => {
    log.error({ error, orderId: publicId }, 'a receipt could not be found');
    throw new AppError('checkout.failed');
  });
  if (!receipt) throw new AppError('checkout.order-unknown');
  return receipt;
}
