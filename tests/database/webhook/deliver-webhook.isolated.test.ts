import '@/tests/support/data-folder';
import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { MAX_FAILING_MS, WEBHOOK_EVENTS } from '@/app/domain/webhook/events';
import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { deliverWebhook } from '@/app/services/webhook/deliver-webhook.server';
import { dropOldDeliveries, listDeliveries, redeliver } from '@/app/services/webhook/deliveries.server';
import { emitEvent } from '@/app/services/webhook/emit-event.server';
import {
  changeEndpoint,
  createEndpoint,
  listEndpoints,
  rotateSecret,
  testEndpoint,
} from '@/app/services/webhook/endpoints.server';
import { inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { WebhookDelivery } from '@/models/webhook-delivery.server';
import { WebhookEndpoint } from '@/models/webhook-endpoint.server';
import { makeUser } from '@/tests/factories/user';
import { describeOnBothDatabases, resetDatabase } from '@/tests/support/databases';

interface Received {
  headers: IncomingMessage['headers'];
  body: string;
}

let server: Server;
let url: string;
let received: Received[] = [];
let answer: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += String(chunk);
    received.push({ headers: request.headers, body });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});

afterAll(() => server.closeAllConnections());

const isTrue = (secret: string, { headers, body }: Received) => {
  try {
    return new Webhook(secret).verify(body, headers as Record<string, string>) !== null;
  } catch {
    return false;
  }
};

describeOnBothDatabases('webhooks', () => {
  let userId: number;
  let endpointId: string;
  let secret: string;

  beforeEach(async () => {
    await resetDatabase();
    received = [];
    answer = (response) => response.writeHead(204).end();
    userId = await makeUser();
    const made = await createEndpoint(userId, { url, events: WEBHOOK_EVENTS, submissionId: randomUUID() });
    endpointId = made.publicId;
    secret = made.secret!;
  });

  const emit = (title = 'Ata', event: (typeof WEBHOOK_EVENTS)[number] = 'document.created') =>
    inTransaction((transaction) => emitEvent(userId, event, { id: 'x', title }, transaction));

  /** Runs the next attempt, though it be due later. @returns whether there was one */
  async function attempt(): Promise<boolean> {
    await Job.update({ runAt: new Date() }, { where: { status: 'waiting' } });
    const job = await claimJob(['deliver-webhook', 'retry-webhook']);
    if (!job) return false;
    const claim = { jobId: job.id, fence: job.fence };
    const payload = JSON.parse(job.payload) as { deliveryId: number; endpointId: number };
    await deliverWebhook({ payload, claim, signal: new AbortController().signal, isLastAttempt: false });
    await completeJob(claim);
    return true;
  }

  const endPause = () => WebhookEndpoint.update({ pausedUntil: null }, { where: {} });
  const deliveries = async () => (await listDeliveries(userId, endpointId, { below: null, limit: 10 })).rows;

  it('tell of an event, signed, once', async () => {
    await emit();
    expect(await attempt()).toBe(true);
    expect(await attempt()).toBe(false);
    const [message] = received;
    expect(JSON.parse(message!.body)).toEqual({
      ...{ type: 'document.created', timestamp: expect.any(String), data: { id: 'x', title: 'Ata' } },
    });
    expect(isTrue(secret, message!)).toBe(true);
    expect(isTrue('whsec_AAAA', message!)).toBe(false);
    const [delivery] = await deliveries();
    expect(delivery).toMatchObject({
      publicId: message!.headers['webhook-id'],
      status: 'delivered',
      attempts: 1,
      lastStatus: 204,
    });
  });

  it('tell nobody of other events, nor other accounts', async () => {
    await changeEndpoint(userId, endpointId, { events: ['document.deleted'] });
    await emit();
    await createEndpoint(await makeUser(), { url, events: WEBHOOK_EVENTS, submissionId: randomUUID() });
    await emit();
    expect(await WebhookDelivery.count()).toBe(0);
  });

  it('come again with the same id while there is no good answer', async () => {
    for (const status of [500, 302, 404]) {
      answer = (response) => response.writeHead(status, { Location: 'http://127.0.0.1:1/' }).end('no');
      if (received.length === 0) await emit();
      await endPause();
      await attempt();
      expect((await deliveries())[0]).toMatchObject({ status: 'waiting', lastStatus: status });
    }
    expect((await listEndpoints(userId))[0]).toMatchObject({ failingSince: expect.any(Date) });
    answer = (response) => response.writeHead(200).end('x'.repeat(1_000_000));
    await endPause();
    await attempt();
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect((await deliveries())[0]).toMatchObject({ status: 'delivered', attempts: 4 });
    expect((await listEndpoints(userId))[0]).toMatchObject({ failingSince: null });
  });

  it('try an endpoint that fails with one message at a time', async () => {
    answer = (response) => response.writeHead(500).end();
    for (const title of ['Um', 'Dois', 'Três']) await emit(title);
    for (let run = 0; run < 6; run += 1) await attempt();
    expect(received).toHaveLength(1);
    answer = (response) => response.writeHead(204).end();
    await endPause();
    for (let run = 0; run < 3; run += 1) await attempt();
    expect((await deliveries()).map(({ status }) => status)).toEqual(Array(3).fill('delivered'));
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(3);
  });

  it('end with the endpoint: when it is gone, and after days of failures; its owner is told', async () => {
    answer = (response) => response.writeHead(410).end();
    await emit();
    await attempt();
    expect((await listEndpoints(userId))[0]).toMatchObject({ disabledFor: 'gone' });
    expect(await Job.count({ where: { name: 'webhook-notice' } })).toBe(1);
    await emit();
    expect(await WebhookDelivery.count()).toBe(1);
    await changeEndpoint(userId, endpointId, { isEnabled: true });
    answer = (response) => response.destroy();
    await emit();
    const failingSince = new Date(Date.now() - MAX_FAILING_MS - 1000);
    await WebhookEndpoint.update({ failures: 9, failingSince }, { where: {} });
    await attempt();
    expect((await listEndpoints(userId))[0]).toMatchObject({ disabledFor: 'failing' });
    expect((await deliveries())[0]).toMatchObject({ status: 'failed', lastError: 'unreachable' });
    expect(await Job.count({ where: { name: 'webhook-notice' } })).toBe(2);
  });

  it('end after a day, and can be sent again', async () => {
    answer = (response) => response.writeHead(503).end();
    await emit();
    await attempt();
    await WebhookDelivery.update({ expiresAt: new Date() }, { where: {} });
    await endPause();
    await attempt();
    const [failed] = await deliveries();
    expect(failed).toMatchObject({ status: 'failed', nextAt: null });
    answer = (response) => response.writeHead(204).end();
    const deliveryId = failed!.publicId;
    await redeliver(userId, endpointId, { deliveryId, submissionId: randomUUID() });
    const again = redeliver(userId, endpointId, { deliveryId, submissionId: randomUUID() });
    await expect(again).rejects.toMatchObject({ code: 'webhook.waiting' });
    await endPause();
    await attempt();
    expect((await deliveries())[0]).toMatchObject({ status: 'delivered' });
    const stranger = redeliver(await makeUser(), endpointId, { deliveryId, submissionId: randomUUID() });
    await expect(stranger).rejects.toMatchObject({ code: 'webhook.not-found' });
  });

  it('are signed with both secrets for a day after a change', async () => {
    const submissionId = randomUUID();
    const newer = (await rotateSecret(userId, endpointId, submissionId))!;
    expect(await rotateSecret(userId, endpointId, submissionId)).toBeNull();
    await testEndpoint(userId, endpointId, randomUUID());
    await attempt();
    expect([isTrue(secret, received[0]!), isTrue(newer, received[0]!)]).toEqual([true, true]);
    await WebhookEndpoint.update({ oldSecretUntil: new Date() }, { where: {} });
    await testEndpoint(userId, endpointId, randomUUID());
    await attempt();
    expect([isTrue(secret, received[1]!), isTrue(newer, received[1]!)]).toEqual([false, true]);
  });

  it('are kept for some weeks', async () => {
    await emit();
    await attempt();
    await emit();
    await WebhookDelivery.update({ createdAt: new Date('2020-01-01') }, { where: {}, silent: true });
    await dropOldDeliveries();
    expect((await deliveries()).map(({ status }) => status)).toEqual(['waiting']);
  });

  it('are ten at most for an account', async () => {
    const make = (submissionId: string = randomUUID()) =>
      createEndpoint(userId, { url, events: WEBHOOK_EVENTS, submissionId });
    await Promise.allSettled(Array.from({ length: 12 }, () => make()));
    await expect(make()).rejects.toMatchObject({ code: 'webhook.too-many' });
    expect(await WebhookEndpoint.count()).toBe(10);
  });
});
