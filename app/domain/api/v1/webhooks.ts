import { z } from 'zod';
import { WEBHOOK_EVENTS, type WebhookEvent } from '../../webhook/events';
import { webhookEvents, webhookUrl } from '../../webhook/forms';

export const webhook = z
  .object({
    id: z.string(),
    url: z.string(),
    events: z.array(z.enum(WEBHOOK_EVENTS)),
    is_enabled: z.boolean(),
    /** Why it is not enabled. */
    disabled_for: z.enum(['owner', 'gone', 'failing']).nullable(),
    /** Since when every attempt has failed; null while they succeed. */
    failing_since: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'Webhook' });

interface Row {
  publicId: string;
  url: string;
  events: WebhookEvent[];
  disabledFor: 'owner' | 'gone' | 'failing' | null;
  failingSince: Date | null;
  createdAt: Date;
}

export const webhookOf = (row: Row) => ({
  id: row.publicId,
  url: row.url,
  events: row.events,
  is_enabled: row.disabledFor === null,
  disabled_for: row.disabledFor,
  failing_since: row.failingSince?.toISOString() ?? null,
  created_at: row.createdAt.toISOString(),
});

/** The secret is part of this answer alone; null for a repeated call. */
export const newWebhookAnswer = webhook.extend({ secret: z.string().nullable() }).meta({ id: 'NewWebhook' });

export const newWebhook = z.object({ url: webhookUrl, events: webhookEvents });

export const webhookChange = z.object({
  url: webhookUrl.optional(),
  events: webhookEvents.optional(),
  is_enabled: z.boolean().optional(),
});

/** A message about an event, and what came of sending it. */
export const delivery = z
  .object({
    id: z.string(),
    event: z.string(),
    status: z.enum(['waiting', 'delivered', 'failed']),
    attempts: z.int(),
    /** When the next attempt is due; null when there is none. */
    next_at: z.iso.datetime().nullable(),
    /** Of the last answer; null without one. */
    last_status: z.int().nullable(),
    last_error: z.string().nullable(),
    last_ms: z.int().nullable(),
    created_at: z.iso.datetime(),
    delivered_at: z.iso.datetime().nullable(),
  })
  .meta({ id: 'Delivery' });

interface DeliveryRow {
  publicId: string;
  event: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  nextAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
  lastMs: number | null;
  createdAt: Date;
  deliveredAt: Date | null;
}

export const deliveryOf = (row: DeliveryRow) => ({
  id: row.publicId,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  next_at: row.nextAt?.toISOString() ?? null,
  last_status: row.lastStatus,
  last_error: row.lastError,
  last_ms: row.lastMs,
  created_at: row.createdAt.toISOString(),
  delivered_at: row.deliveredAt?.toISOString() ?? null,
});
