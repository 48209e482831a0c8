import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { MAX_ENDPOINTS, OLD_SECRET_MS, TEST_EVENT, type WebhookEvent } from '@/app/domain/webhook/events';
import { inTransaction } from '@/models/database.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { WebhookEndpoint } from '@/models/webhook-endpoint.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { addDelivery } from './emit-event.server';
import { newSecret, sealSecret } from './secret.server';

export interface EndpointView {
  publicId: string;
  url: string;
  events: WebhookEvent[];
  disabledFor: 'owner' | 'gone' | 'failing' | null;
  failingSince: Date | null;
  createdAt: Date;
}

const viewOf = ({ publicId, url, events, disabledFor, failingSince, createdAt }: WebhookEndpoint) => ({
  ...{ publicId, url, events: events.split(' ') as WebhookEvent[], disabledFor, failingSince, createdAt },
});

/** The newest first. */
export async function listEndpoints(userId: number): Promise<EndpointView[]> {
  return (await WebhookEndpoint.findAll({ where: { userId }, order: [['id', 'DESC']] })).map(viewOf);
}

/** @throws AppError 'webhook.not-found' */
export async function readEndpoint(userId: number, publicId: string): Promise<EndpointView> {
  return viewOf(await findOwnEndpoint(userId, publicId));
}

/** @throws AppError 'webhook.not-found' */
export async function findOwnEndpoint(
  userId: number,
  publicId: string,
  transaction: Transaction | null = null,
): Promise<WebhookEndpoint> {
  const lock = transaction ? { lock: transaction.LOCK.UPDATE } : {};
  const endpoint = isPublicId(publicId)
    ? await WebhookEndpoint.findOne({ where: { userId, publicId }, transaction, ...lock })
    : null;
  if (!endpoint) throw new AppError('webhook.not-found');
  return endpoint;
}

export interface EndpointForm {
  url: string;
  events: readonly WebhookEvent[];
}

/**
 * Makes an endpoint, once for a submission.
 * @returns its public id, and the secret that signs its messages; null for a repeated submission, which was shown it
 * @throws AppError 'webhook.too-many'
 */
export async function createEndpoint(
  userId: number,
  { submissionId, url, events }: EndpointForm & { submissionId: string },
): Promise<{ publicId: string; secret: string | null }> {
  const secret = newSecret();
  const own = newPublicId();
  const publicId = await withIdempotencyKey(`webhook:${userId}`, submissionId, async (transaction) => {
    // Counts one after another.
    await User.findByPk(userId, { lock: transaction.LOCK.UPDATE, transaction, rejectOnEmpty: true });
    const held = await WebhookEndpoint.count({ where: { userId }, transaction });
    if (held >= MAX_ENDPOINTS) throw new AppError('webhook.too-many', { most: MAX_ENDPOINTS });
    const row = { publicId: own, userId, url, events: events.join(' ') };
    await WebhookEndpoint.create({ ...row, sealedSecret: sealSecret(userId, secret) }, { transaction });
    return own;
  });
  return { publicId, secret: publicId === own ? secret : null };
}

interface EndpointChange {
  url?: string | undefined;
  events?: readonly WebhookEvent[] | undefined;
  isEnabled?: boolean | undefined;
}

/** Changes what is given; enabling one clears its failures. @throws AppError 'webhook.not-found' */
export async function changeEndpoint(
  userId: number,
  publicId: string,
  { url, events, isEnabled }: EndpointChange,
): Promise<void> {
  await inTransaction(async (transaction) => {
    const endpoint = await findOwnEndpoint(userId, publicId, transaction);
    await endpoint.update(
      {
        ...(url !== undefined && { url }),
        ...(events !== undefined && { events: events.join(' ') }),
        ...(isEnabled === false && { disabledAt: endpoint.disabledAt ?? new Date() }),
        ...(isEnabled === false && { disabledFor: endpoint.disabledFor ?? ('owner' as const) }),
        ...(isEnabled === true && { disabledAt: null, disabledFor: null, ...UNHARMED }),
      },
      { transaction },
    );
  });
}

const UNHARMED = { failures: 0, failingSince: null, pausedUntil: null };

/** With its deliveries; one that is gone is no error. */
export async function removeEndpoint(userId: number, publicId: string): Promise<void> {
  await WebhookEndpoint.destroy({ where: { userId, publicId } });
}

/**
 * Makes a new secret; the one before signs beside it for a day.
 * @returns null for a repeated submission, which was shown it
 * @throws AppError 'webhook.not-found'
 */
export async function rotateSecret(
  userId: number,
  publicId: string,
  submissionId: string,
): Promise<string | null> {
  const secret = newSecret();
  const sealedSecret = sealSecret(userId, secret);
  const kept = await withIdempotencyKey(`webhook-secret:${userId}`, submissionId, async (transaction) => {
    const endpoint = await findOwnEndpoint(userId, publicId, transaction);
    const oldSecretUntil = new Date(Date.now() + OLD_SECRET_MS);
    const old = { oldSealedSecret: endpoint.sealedSecret, oldSecretUntil };
    await endpoint.update({ sealedSecret, ...old }, { transaction });
    return sealedSecret;
  });
  return kept === sealedSecret ? secret : null;
}

/** Sends an event to try an endpoint. @throws AppError 'webhook.not-found', 'webhook.disabled' */
export function testEndpoint(userId: number, publicId: string, submissionId: string): Promise<string> {
  return withIdempotencyKey(`webhook-test:${userId}`, submissionId, async (transaction) => {
    const endpoint = await findOwnEndpoint(userId, publicId, transaction);
    if (endpoint.disabledAt) throw new AppError('webhook.disabled');
    return addDelivery(endpoint, TEST_EVENT, { id: publicId, title: 'webhook' }, transaction);
  });
}
