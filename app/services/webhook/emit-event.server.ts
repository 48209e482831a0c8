import type { Transaction } from 'sequelize';
import {
  type EventSubject,
  MAX_EVENT_AGE_MS,
  type SentEvent,
  type WebhookEvent,
} from '@/app/domain/webhook/events';
import { newPublicId } from '@/models/public-id.server';
import { WebhookDelivery } from '@/models/webhook-delivery.server';
import { WebhookEndpoint } from '@/models/webhook-endpoint.server';
import { enqueue } from '../platform/jobs/enqueue.server';

/** Tells the endpoints of an account of an event, in the transaction of what happened (an outbox). */
export async function emitEvent(
  userId: number,
  event: WebhookEvent,
  { id, title }: EventSubject,
  transaction: Transaction,
): Promise<void> {
  const endpoints = await WebhookEndpoint.findAll({ where: { userId, disabledAt: null }, transaction });
  for (const endpoint of endpoints) {
    if (endpoint.events.split(' ').includes(event))
      await addDelivery(endpoint, event, { id, title }, transaction);
  }
}

/** Writes a message of an event down, and has it sent. @returns its public id */
export async function addDelivery(
  { id: endpointId }: WebhookEndpoint,
  event: SentEvent,
  data: EventSubject,
  transaction: Transaction,
): Promise<string> {
  const now = new Date();
  const body = JSON.stringify({ type: event, timestamp: now.toISOString(), data });
  const publicId = newPublicId();
  const expiresAt = new Date(now.getTime() + MAX_EVENT_AGE_MS);
  const row = { publicId, endpointId, event, body, nextAt: now, expiresAt };
  const { id: deliveryId } = await WebhookDelivery.create(row, { transaction });
  await enqueue('deliver-webhook', { deliveryId, endpointId }, { transaction });
  return publicId;
}
