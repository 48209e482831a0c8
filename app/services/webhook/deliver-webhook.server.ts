import { Op, type Transaction } from 'sequelize';
import { Webhook } from 'standardwebhooks';
import { count } from '@/app/config/metrics.server';
import type { JobPayload } from '@/app/domain/jobs';
import { PRODUCT_NAME } from '@/app/domain/product';
import { MAX_FAILING_MS, pauseAfter } from '@/app/domain/webhook/events';
import { guardedFetch } from '@/app/integrations/web/index.server';
import { AddressForbidden } from '@/app/integrations/web/port';
import { WebhookDelivery } from '@/models/webhook-delivery.server';
import { WebhookEndpoint } from '@/models/webhook-endpoint.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import type { JobRun } from '../platform/jobs/job';
import { withLease } from '../platform/jobs/with-lease.server';
import { disableEndpoint } from './disable-endpoint.server';
import { secretsOf } from './secret.server';

type Run = JobRun<JobPayload<'retry-webhook'>>;

const TIMEOUT_MS = 10_000;
/** Longer than an attempt takes: meanwhile no other message tries an endpoint that fails. */
const TRIAL_MS = 2 * TIMEOUT_MS;
/** So that messages that waited do not all come at once. */
const SPREAD_MS = 2_000;

/** What breaks a worker, or its secret, seldom passes within seconds. */
const RESUME_MS = 10 * 60_000;

const GONE = 410;

type Due = WebhookDelivery & { endpoint: WebhookEndpoint };

/**
 * Job: sends a message of an event, at least once. While its endpoint fails, one message at a time tries it; the others
 * wait. A failed attempt is no failure of the job: the next one is a job of its own, so that no message holds up others.
 */
export async function deliverWebhook(run: Run): Promise<void> {
  const { deliveryId } = run.payload;
  const found = await WebhookDelivery.findByPk(deliveryId, { include: 'endpoint' });
  if (found?.status !== 'waiting' || !found.endpoint) return;
  const due = found as Due;
  const now = new Date();
  if (due.endpoint.disabledAt || due.expiresAt <= now) {
    return withLease(run.claim, (transaction) => give(due, 'failed', {}, transaction));
  }
  if (!(await mayTry(due.endpoint, now))) {
    return withLease(run.claim, (transaction) => postpone(due, transaction));
  }
  const attempt = await send(due, run.signal);
  count('celeste_webhook_attempts_total', { outcome: isTaken(attempt) ? 'done' : 'failed' });
  await withLease(run.claim, (transaction) => record(due, attempt, transaction));
}

/** Dead-letter handler: a message whose worker died at every attempt is not lost, and goes on as another job. */
export async function resumeDelivery(run: Run): Promise<void> {
  const found = await WebhookDelivery.findByPk(run.payload.deliveryId, { include: 'endpoint' });
  if (found?.status !== 'waiting' || !found.endpoint) return;
  const nextAt = new Date(Date.now() + RESUME_MS);
  await withLease(run.claim, (transaction) => retryAt(found as Due, nextAt, transaction));
}

/** One message alone tries an endpoint that fails, when its pause is over. */
async function mayTry({ id, failures }: WebhookEndpoint, now: Date): Promise<boolean> {
  if (failures === 0) return true;
  const isOver = { [Op.or]: [null, { [Op.lte]: now }] };
  const [taken] = await WebhookEndpoint.update(
    { pausedUntil: new Date(now.getTime() + TRIAL_MS) },
    { where: { id, pausedUntil: isOver } },
  );
  return taken === 1;
}

/** What came of one attempt. */
type Attempt = Pick<WebhookDelivery, 'lastStatus' | 'lastError' | 'lastMs'>;

const isTaken = ({ lastStatus }: Attempt) => lastStatus !== null && lastStatus >= 200 && lastStatus < 300;

async function send({ publicId, body, endpoint }: Due, signal: AbortSignal): Promise<Attempt> {
  const startedAt = Date.now();
  const now = new Date();
  const signatures = secretsOf(endpoint, now).map((secret) => new Webhook(secret).sign(publicId, now, body));
  const headers = {
    'content-type': 'application/json',
    'user-agent': `${PRODUCT_NAME}-Webhooks/1`,
    'webhook-id': publicId,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': signatures.join(' '),
  };
  const outcome = await statusOf(endpoint.url, { headers, body, signal });
  return { ...outcome, lastMs: Date.now() - startedAt };
}

async function statusOf(
  url: string,
  { signal, ...request }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<Omit<Attempt, 'lastMs'>> {
  try {
    const answer = await guardedFetch(url, { method: 'POST', timeoutMs: TIMEOUT_MS, signal, ...request });
    // Nobody needs what it says.
    await answer.body?.cancel();
    return { lastStatus: answer.status, lastError: null };
  } catch (error) {
    signal.throwIfAborted();
    return { lastStatus: null, lastError: errorOf(error) };
  }
}

function errorOf(error: unknown) {
  if (error instanceof AddressForbidden) return 'forbidden' as const;
  const isLate = error instanceof DOMException && error.name === 'TimeoutError';
  return isLate ? ('timeout' as const) : ('unreachable' as const);
}

async function record(due: Due, attempt: Attempt, transaction: Transaction): Promise<void> {
  const lock = transaction.LOCK.UPDATE;
  const endpoint = await WebhookEndpoint.findByPk(due.endpointId, { lock, transaction });
  // Deleted meanwhile, with its messages.
  if (!endpoint) return;
  const attempts = due.attempts + 1;
  const { lastStatus } = attempt;
  if (isTaken(attempt)) {
    await endpoint.update({ failures: 0, failingSince: null, pausedUntil: null }, { transaction });
    return give(due, 'delivered', { ...attempt, attempts, deliveredAt: new Date() }, transaction);
  }
  const failures = endpoint.failures + 1;
  const failingSince = endpoint.failingSince ?? new Date();
  const pausedUntil = new Date(Date.now() + pauseAfter(failures));
  await endpoint.update({ failures, failingSince, pausedUntil }, { transaction });
  const isFailing = Date.now() - failingSince.getTime() > MAX_FAILING_MS;
  if (lastStatus === GONE || isFailing) {
    await disableEndpoint(endpoint, lastStatus === GONE ? 'gone' : 'failing', transaction);
    return give(due, 'failed', { ...attempt, attempts }, transaction);
  }
  await due.update({ ...attempt, attempts }, { transaction });
  await retryAt(due, new Date(Date.now() + pauseAfter(attempts)), transaction);
}

async function give(
  due: Due,
  status: 'delivered' | 'failed',
  values: Partial<Attempt> & { attempts?: number; deliveredAt?: Date },
  transaction: Transaction,
): Promise<void> {
  await due.update({ ...values, status, nextAt: null }, { transaction });
}

async function postpone(due: Due, transaction: Transaction): Promise<void> {
  const endpoint = await WebhookEndpoint.findByPk(due.endpointId, { transaction });
  const earliest = Math.max(endpoint?.pausedUntil?.getTime() ?? 0, Date.now());
  await retryAt(due, new Date(earliest + Math.random() * SPREAD_MS), transaction);
}

async function retryAt(due: Due, nextAt: Date, transaction: Transaction): Promise<void> {
  await due.update({ nextAt }, { transaction });
  await enqueue('retry-webhook', { deliveryId: due.id }, { runAt: nextAt, transaction });
}
