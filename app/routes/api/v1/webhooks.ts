import { z } from 'zod';
import { pageOf, pageQuery } from '@/app/domain/api/v1/lists';
import {
  delivery,
  deliveryOf,
  newWebhook,
  newWebhookAnswer,
  webhook,
  webhookChange,
  webhookOf,
} from '@/app/domain/api/v1/webhooks';
import { cursorOf, placeOf } from '@/app/http/api/cursor.server';
import { submissionIdOf } from '@/app/http/api/idempotency-key';
import { operation } from '@/app/http/api/operation';
import { listDeliveries, redeliver } from '@/app/services/webhook/deliveries.server';
import {
  changeEndpoint,
  createEndpoint,
  listEndpoints,
  readEndpoint,
  removeEndpoint,
  rotateSecret,
  testEndpoint,
} from '@/app/services/webhook/endpoints.server';

const tag = 'v1.webhooks';
const id = 'Zk3vQmXo0aT1bN7cR2dS9e';
const example = { params: { id } };
const ONE = '/v1/webhooks/{id}';

export const webhooks = [
  operation({
    ...{ id: 'v1.webhooks', method: 'GET', path: '/v1/webhooks', tag, access: 'read' },
    answer: z.object({ data: z.array(webhook) }),
    handle: async ({ caller: { user } }) => ({ data: (await listEndpoints(user.id)).map(webhookOf) }),
  }),

  operation({
    ...{ id: 'v1.newWebhook', method: 'POST', path: '/v1/webhooks', tag, access: 'write' },
    example: { body: { url: 'https://example.com/hook', events: ['transcription.succeeded'] } },
    status: 201,
    answersSecret: true,
    body: newWebhook,
    answer: newWebhookAnswer,
    errors: ['webhook.too-many', 'webhook.url-invalid', 'webhook.events-required'],
    handle: async ({ caller: { user }, body, request }) => {
      const submissionId = submissionIdOf(request);
      const { publicId, secret } = await createEndpoint(user.id, { ...body, submissionId });
      return { ...webhookOf(await readEndpoint(user.id, publicId)), secret };
    },
  }),

  operation({
    ...{ id: 'v1.webhook', method: 'GET', path: ONE, tag, access: 'read', example },
    answer: webhook,
    errors: ['webhook.not-found'],
    handle: async ({ caller: { user }, params }) => webhookOf(await readEndpoint(user.id, params.id!)),
  }),

  operation({
    ...{ id: 'v1.changeWebhook', method: 'PATCH', path: ONE, tag, access: 'write' },
    example: { ...example, body: { events: ['transcription.succeeded', 'transcription.failed'] } },
    body: webhookChange,
    answer: webhook,
    errors: ['webhook.not-found', 'webhook.url-invalid', 'webhook.events-required'],
    handle: async ({ caller: { user }, params, body }) => {
      const { is_enabled: isEnabled, ...values } = body;
      await changeEndpoint(user.id, params.id!, { ...values, isEnabled });
      return webhookOf(await readEndpoint(user.id, params.id!));
    },
  }),

  operation({
    ...{ id: 'v1.deleteWebhook', method: 'DELETE', path: ONE, tag, access: 'write', example },
    errors: ['webhook.not-found'],
    handle: async ({ caller: { user }, params }) => {
      await readEndpoint(user.id, params.id!);
      await removeEndpoint(user.id, params.id!);
      return null;
    },
  }),

  operation({
    ...{ id: 'v1.rotateSecret', method: 'POST', path: `${ONE}/secret`, tag, access: 'write', example },
    answersSecret: true,
    answer: z.object({ secret: z.string().nullable() }),
    errors: ['webhook.not-found'],
    handle: async ({ caller: { user }, params, request }) => ({
      secret: await rotateSecret(user.id, params.id!, submissionIdOf(request)),
    }),
  }),

  operation({
    ...{ id: 'v1.testWebhook', method: 'POST', path: `${ONE}/test`, tag, access: 'write', example },
    status: 202,
    answer: z.object({ delivery_id: z.string() }),
    errors: ['webhook.not-found', 'webhook.disabled'],
    handle: async ({ caller: { user }, params, request }) => ({
      delivery_id: await testEndpoint(user.id, params.id!, submissionIdOf(request)),
    }),
  }),

  operation({
    ...{ id: 'v1.deliveries', method: 'GET', path: `${ONE}/deliveries`, tag, access: 'read', example },
    query: pageQuery,
    answer: pageOf(delivery),
    errors: ['webhook.not-found', 'api.cursor-invalid'],
    handle: async ({ caller: { user }, params, query }) => {
      const { id: userId } = user;
      const list = `deliveries:${params.id}`;
      const below = placeOf({ userId, list, place: z.int() }, query.cursor);
      const { rows, next } = await listDeliveries(userId, params.id!, { below, limit: query.limit });
      return { data: rows.map(deliveryOf), next_cursor: next === null ? null : cursorOf(userId, list, next) };
    },
  }),

  operation({
    ...{ id: 'v1.redeliver', method: 'POST', path: `${ONE}/deliveries/{delivery}`, tag, access: 'write' },
    example: { params: { id, delivery: 'aB4wRnYp1bU2cO8dS3eT0f' } },
    status: 202,
    answer: z.object({ delivery_id: z.string() }),
    errors: ['webhook.not-found', 'webhook.disabled', 'webhook.waiting'],
    handle: async ({ caller: { user }, params, request }) => {
      const deliveryId = params.delivery!;
      await redeliver(user.id, params.id!, { deliveryId, submissionId: submissionIdOf(request) });
      return { delivery_id: deliveryId };
    },
  }),
];
