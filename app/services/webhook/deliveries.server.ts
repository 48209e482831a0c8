import { Op } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { DELIVERY_DAYS, MAX_EVENT_AGE_MS } from '@/app/domain/webhook/events';
import { WebhookDelivery } from '@/models/webhook-delivery.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { pick } from '../platform/pick';
import { findOwnEndpoint } from './endpoints.server';

const DAY_MS = 24 * 3_600_000;

const viewOf = (delivery: WebhookDelivery) => ({
  ...pick(delivery, 'publicId', 'event', 'body', 'status', 'attempts', 'nextAt', 'lastStatus', 'lastError'),
  ...pick(delivery, 'lastMs', 'deliveredAt', 'createdAt'),
});

export type DeliveryView = ReturnType<typeof viewOf>;

/**
 * The newest messages to an endpoint, below an internal id.
 * @returns the rows, and the id below which the next page begins; null on the last
 * @throws AppError 'webhook.not-found'
 */
export async function listDeliveries(
  userId: number,
  endpointId: string,
  { below, limit }: { below: number | null; limit: number },
): Promise<{ rows: DeliveryView[]; next: number | null }> {
  const endpoint = await findOwnEndpoint(userId, endpointId);
  const found = await WebhookDelivery.findAll({
    where: { endpointId: endpoint.id, ...(below !== null && { id: { [Op.lt]: below } }) },
    order: [['id', 'DESC']],
    limit: limit + 1,
  });
  const page = found.slice(0, limit);
  return { rows: page.map(viewOf), next: found.length > limit ? page.at(-1)!.id : null };
}

/**
 * Sends a message again, with the same id.
 * @throws AppError 'webhook.not-found', for an unknown message too; 'webhook.disabled'; 'webhook.waiting' for one that
 *   is to be sent anyway
 */
export function redeliver(
  userId: number,
  endpointId: string,
  { deliveryId, submissionId }: { deliveryId: string; submissionId: string },
): Promise<null> {
  return withIdempotencyKey(`redeliver:${userId}`, submissionId, async (transaction) => {
    const endpoint = await findOwnEndpoint(userId, endpointId, transaction);
    const delivery = isPublicId(deliveryId)
      ? await WebhookDelivery.findOne({
          where: { endpointId: endpoint.id, publicId: deliveryId },
          lock: transaction.LOCK.UPDATE,
          transaction,
        })
      : null;
    if (!delivery) throw new AppError('webhook.not-found');
    if (endpoint.disabledAt) throw new AppError('webhook.disabled');
    if (delivery.status === 'waiting') throw new AppError('webhook.waiting');
    const nextAt = new Date();
    const expiresAt = new Date(nextAt.getTime() + MAX_EVENT_AGE_MS);
    await delivery.update({ status: 'waiting', nextAt, expiresAt }, { transaction });
    await enqueue('deliver-webhook', { deliveryId: delivery.id, endpointId: endpoint.id }, { transaction });
    return null;
  });
}

/** Deletes messages that are older than is kept. */
export async function dropOldDeliveries(): Promise<void> {
  const before = new Date(Date.now() - DELIVERY_DAYS * DAY_MS);
  await WebhookDelivery.destroy({
    where: { createdAt: { [Op.lt]: before }, status: { [Op.ne]: 'waiting' } },
  });
}
