import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Op } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { prepareDatabase } from '@/app/services/platform/system/prepare-database.server';
import { emitEvent } from '@/app/services/webhook/emit-event.server';
import { createEndpoint } from '@/app/services/webhook/endpoints.server';
import { inTransaction } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { newPublicId } from '@/models/public-id.server';
import { WebhookDelivery } from '@/models/webhook-delivery.server';
import { WebhookEndpoint } from '@/models/webhook-endpoint.server';
import { makeUser } from '@/tests/factories/user';
import { freePort } from '../support/free-port';
import { until } from '../support/until';
import { MANNERS, type Manner, WebhookReceiver } from '../support/webhook-receiver';
import { CelesteGroup } from './process-group';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

const JOBS = ['deliver-webhook', 'retry-webhook'];
/** Those that answer in the end. */
const REACHED: readonly Manner[] = ['sound', 'moody', 'endless'];
const EVENTS_PER_KILL = 3;
/** After a message began to be sent. */
const LONGEST_PAUSE_MS = 300;
/** For each message that waits at the end, several attempts and the restart of a worker. */
const SETTLE_MS = 120_000;

export const soak: Soak = ({ count, seed }) => killWhileDelivering(count, new Random(seed));

/**
 * Kills the worker again and again while it sends messages to receivers of all manners, and asserts at the end that each
 * event reached each receiver that answers, at least once and always with one id.
 * @throws AssertionError when one did not
 */
export async function killWhileDelivering(kills: number, random: Random): Promise<Figures> {
  await prepareDatabase();
  const receiver = await WebhookReceiver.start(random);
  const group = new CelesteGroup(settings.dataDir, await freePort());
  await group.start();
  try {
    const userId = await addEndpoints(receiver);
    const events: string[] = [];
    let killed = 0;
    for (let index = 0; index < kills; index += 1) {
      for (let left = EVENTS_PER_KILL; left > 0; left -= 1) events.push(await emit(userId));
      await hurry(receiver);
      await until(isSending, { what: 'a message that is sent' });
      await sleep(random.below(LONGEST_PAUSE_MS));
      const hits = await killWorker(group);
      if (hits > 0) killed += 1;
      printProgress(`kill ${index + 1} of ${kills}: ${hits} messages were being sent`);
    }
    receiver.heal();
    await settle(receiver, events);
    return {
      ...{ kills, 'kills while sending': killed, events: events.length },
      ...(await assertDelivered(receiver, events)),
    };
  } finally {
    await group.stop();
    await receiver.close();
  }
}

async function addEndpoints(receiver: WebhookReceiver): Promise<number> {
  const userId = await makeUser();
  for (const manner of MANNERS) {
    const url = receiver.urlOf(manner);
    const form = { submissionId: newPublicId(), url, events: ['document.created'] as const };
    const { secret } = await createEndpoint(userId, form);
    receiver.expectSecret(manner, secret!);
  }
  return userId;
}

async function emit(userId: number): Promise<string> {
  const id = newPublicId();
  await inTransaction((transaction) =>
    emitEvent(userId, 'document.created', { id, title: 'Ata' }, transaction),
  );
  return id;
}

/** Ends the pauses, which last hours, of those that answer in the end; a message to another one takes long. */
async function hurry(receiver: WebhookReceiver): Promise<void> {
  const endpoints = await WebhookEndpoint.findAll({
    where: { url: REACHED.map((to) => receiver.urlOf(to)) },
  });
  const endpointId = endpoints.map(({ id }) => id);
  await WebhookEndpoint.update({ pausedUntil: null }, { where: { id: endpointId } });
  const waiting = await WebhookDelivery.findAll({ where: { endpointId, status: 'waiting' } });
  const payload = waiting.flatMap(({ id: deliveryId, endpointId: to }) =>
    [{ deliveryId, endpointId: to }, { deliveryId }].map((named) => JSON.stringify(named)),
  );
  await Job.update({ runAt: new Date() }, { where: { name: JOBS, status: 'waiting', payload } });
}

const isSending = async () =>
  (await Job.count({
    where: { name: JOBS, status: 'running', leasedUntil: { [Op.gt]: new Date() } },
  })) > 0;

/** Its jobs are taken over at once. @returns how many messages it was sending */
async function killWorker(group: CelesteGroup): Promise<number> {
  const { pid } = await until(() => group.worker(), { what: 'a worker' });
  process.kill(pid, 'SIGKILL');
  const [hits] = await Job.update(
    { leasedUntil: new Date(0) },
    { where: { name: JOBS, status: 'running', leasedUntil: { [Op.gt]: new Date() } } },
  );
  return hits;
}

async function settle(receiver: WebhookReceiver, events: string[]): Promise<void> {
  const isSettled = async () => {
    await hurry(receiver);
    return REACHED.every((manner) => events.every((event) => receiver.idsOf(manner, event).size > 0));
  };
  const what = () => `the messages to ${REACHED.map((manner) => `${manner}: ${receiver.count(manner)}`)}`;
  await until(isSettled, { what, timeoutMs: SETTLE_MS, intervalMs: 1_000 });
}

async function assertDelivered(receiver: WebhookReceiver, events: string[]): Promise<Figures> {
  assert.deepEqual(receiver.faults, [], 'messages are signed');
  assert.equal(receiver.strays, 0, 'no redirect is followed');
  const figures: Figures = {};
  for (const manner of MANNERS) {
    const endpoint = await WebhookEndpoint.findOne({
      where: { url: receiver.urlOf(manner) },
      rejectOnEmpty: true,
    });
    const deliveries = await WebhookDelivery.findAll({ where: { endpointId: endpoint.id } });
    if (manner === 'gone') assert.equal(endpoint.disabledFor, 'gone');
    else assert.equal(deliveries.length, events.length, `one delivery of each event to ${manner}`);
    const known = new Set(deliveries.map(({ publicId }) => publicId));
    for (const event of events) {
      const ids = [...receiver.idsOf(manner, event)];
      assert.ok(ids.length <= 1, `one id of each message to ${manner}: ${ids}`);
      assert.ok(ids.every((id) => known.has(id)));
      if (REACHED.includes(manner)) assert.equal(ids.length, 1, `a message to ${manner} arrived`);
    }
    if (manner !== 'gone') await assertNoneForgotten(manner, deliveries);
    figures[`messages to ${manner}`] = receiver.count(manner);
  }
  assert.equal(await Job.count({ where: { name: 'webhook-notice' } }), 1, 'one e-mail about what is gone');
  return figures;
}

/** What waits has a job that sends it. */
async function assertNoneForgotten(manner: Manner, deliveries: WebhookDelivery[]): Promise<void> {
  const jobs = await Job.findAll({ where: { name: JOBS, status: ['waiting', 'running'] } });
  const underWay = new Set(
    jobs.map(({ payload }) => (JSON.parse(payload) as { deliveryId: number }).deliveryId),
  );
  const forgotten = deliveries.filter(({ id, status }) => status === 'waiting' && !underWay.has(id));
  assert.deepEqual(
    forgotten.map(({ id }) => id),
    [],
    `messages to ${manner} that wait for nothing`,
  );
}
