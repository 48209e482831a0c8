import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Cron } from 'croner';
import { Op } from 'sequelize';
import { HOUR_MS } from '@/app/domain/billing/payments/catalogue';
import { type PeriodicJob, transcriptionSubject } from '@/app/domain/jobs';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { scheduledJobs } from '@/app/services/platform/jobs/scheduled-jobs.server';
import { Document } from '@/models/document.server';
import { Job } from '@/models/job.server';
import { Order } from '@/models/order.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletLot } from '@/models/wallet-lot.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { WebhookDelivery } from '@/models/webhook-delivery.server';
import { WebhookEndpoint } from '@/models/webhook-endpoint.server';
import type { GoogleStorageServer } from '../../support/google-storage';
import type { TestUser } from '../../support/test-user';
import type { Manner, WebhookReceiver } from '../../support/webhook-receiver';
import type { Figures } from '../soak';
import type { Acknowledged } from './acknowledged';

/** Minutes of a periodic job between two runs, up to which a soak of an hour sees some. */
const FREQUENT_MS = 20 * 60_000;

/** Every recording is finished once, as it was sent, and charged once. @throws AssertionError */
export async function checkRecordings(
  { recordings }: Acknowledged,
  { samples, google }: { samples: number; google: GoogleStorageServer },
): Promise<Figures> {
  const all = await Transcription.findAll({ order: ['id'] });
  const broken: string[] = [];
  for (const [title, { email, sha256 }] of recordings) {
    const found = all.filter((each) => each.title === title);
    const one = found[0];
    const jobs = one
      ? await Job.findAll({ where: { subject: transcriptionSubject(one.id), name: 'transcribe' } })
      : [];
    const state = {
      rows: found.length,
      status: one?.status,
      transcripts: one ? await Transcript.count({ where: { transcriptionId: one.id } }) : 0,
      jobs: jobs.map(({ status }) => status),
      sha256: sha256Of(google, one?.storageKey),
    };
    const due = { rows: 1, status: 'succeeded', transcripts: 1, jobs: ['done'], sha256 };
    if (JSON.stringify(state) === JSON.stringify(due)) continue;
    const about = {
      title,
      email,
      id: one?.id,
      errorCode: one?.errorCode,
      jobIds: jobs.map(({ id }) => id),
      ...state,
    };
    broken.push(JSON.stringify(about));
  }
  assert.deepEqual(broken, [], 'every recording that was accepted is finished once, as it was sent');
  assert.equal(all.length, recordings.size + samples, 'no recording that nobody was told of');
  assert.deepEqual(await checkLedger(), [], 'the ledger');
  const settled = await WalletTransaction.count({ where: { kind: 'settle' } });
  assert.equal(settled, all.length, 'one charge for each recording');
  const consumedMs = await WalletAccount.sum('balanceMs', { where: { kind: 'consumed' } });
  const durationMs = all.reduce((sum, each) => sum + each.durationMs, 0);
  assert.equal(consumedMs, durationMs, 'exactly the durations are charged');
  return {
    'recordings finished once and charged once': all.length,
    'attempts that they took': await Job.sum('attempts', { where: { name: 'transcribe' } }),
  };
}

function sha256Of({ objects }: GoogleStorageServer, key: string | undefined): string | null {
  const object = key === undefined ? undefined : objects.get(key);
  return object ? createHash('sha256').update(object.bytes).digest('hex') : null;
}

/** Every word that was acknowledged stands in its text, once. @throws AssertionError */
export async function checkEdits(
  { words, wordCount }: Acknowledged,
  readerOf: (path: string) => TestUser,
): Promise<Figures> {
  const broken: string[] = [];
  for (const [path, kept] of words) {
    const answer = await readerOf(path).get(`${path}/draft`);
    assert.equal(answer.status, 200, `${path}: ${answer.body.slice(0, 300)}`);
    const { blocks } = JSON.parse(answer.body) as {
      blocks: ({ text: string } | { runs: { text: string }[] })[];
    };
    const text = blocks.map((block) =>
      'runs' in block ? block.runs.map(({ text }) => text).join('') : block.text,
    );
    const times = new Map<string, number>();
    for (const word of text.join(' ').split(/\s+/)) times.set(word, (times.get(word) ?? 0) + 1);
    for (const word of kept) {
      const count = times.get(word) ?? 0;
      if (count !== 1) broken.push(`${word} stands ${count} times in ${path}`);
    }
  }
  assert.deepEqual(broken, [], 'every edit that was acknowledged is in the text once');
  return { 'edits kept': wordCount, 'texts edited': words.size };
}

/** Every payment is credited once, and nothing else is. @throws AssertionError */
export async function checkPayments({ payments }: Acknowledged): Promise<Figures> {
  const broken: string[] = [];
  for (const [checkoutId, { email, hours }] of payments) {
    const orders = await Order.findAll({ where: { checkoutId } });
    const lots = await WalletLot.findAll({ where: { orderId: orders.map(({ id }) => id) } });
    const state = {
      orders: orders.map(({ status }) => status),
      creditedMs: lots.map(({ creditedMs }) => creditedMs),
    };
    const due = { orders: ['paid'], creditedMs: [hours * HOUR_MS] };
    if (JSON.stringify(state) !== JSON.stringify(due))
      broken.push(JSON.stringify({ checkoutId, email, hours, ...state }));
  }
  assert.deepEqual(broken, [], 'every payment is credited once');
  assert.equal(
    await WalletLot.count({ where: { account: 'bought' } }),
    payments.size,
    'nothing else is credited',
  );
  return { 'payments credited once': payments.size };
}

/**
 * Every due time of the frequent periodic jobs has one job, which is done. The first run of each only tells when it
 * was started.
 * @throws AssertionError
 */
export async function checkPeriodicJobs(from: Date, until: Date): Promise<Figures> {
  const figures: Figures = {};
  const broken: string[] = [];
  for (const job of scheduledJobs()) {
    const due = dueTimes(job, from, until);
    if (due === null) continue;
    const rows = await Job.findAll({ where: { name: job.name, uniqueKey: { [Op.ne]: null } } });
    for (const at of due) {
      const key = `${job.name}:${at.toISOString().slice(0, 16)}`;
      const states = rows.filter(({ uniqueKey }) => uniqueKey === key).map(({ status }) => status);
      if (states.length !== 1 || states[0] !== 'done') broken.push(`${key}: ${states.join() || 'no job'}`);
    }
    figures[`runs of ${job.name}`] = due.length;
  }
  assert.deepEqual(broken, [], 'every periodic job ran once for its period');
  return figures;
}

/** Null for a job that is due too seldom. */
function dueTimes({ crontab }: PeriodicJob, from: Date, until: Date): Date[] | null {
  const cron = new Cron(crontab, { timezone: 'America/Sao_Paulo', paused: true });
  const due: Date[] = [];
  for (let at = cron.nextRun(from); at && at < until; at = cron.nextRun(at)) due.push(at);
  const [one, next] = cron.nextRuns(2, from);
  return Number(next) - Number(one) > FREQUENT_MS ? null : due;
}

/** Every event came to its endpoint, each time under the id of its one message. @throws AssertionError */
export async function checkWebhooks(
  receiver: WebhookReceiver,
  endpoints: { email: string; manner: Manner }[],
): Promise<Figures> {
  assert.deepEqual(receiver.faults, [], 'messages are signed');
  const figures: Figures = {};
  const broken: string[] = [];
  for (const { email, manner } of endpoints) {
    const { id: userId } = await User.findOne({ where: { email }, rejectOnEmpty: true });
    const endpoint = await WebhookEndpoint.findOne({ where: { userId }, rejectOnEmpty: true });
    const messages = await WebhookDelivery.findAll({ where: { endpointId: endpoint.id } });
    const documents = await Document.findAll({ where: { userId } });
    const recordings = await Transcription.findAll({ where: { userId } });
    const due = [...documents, ...recordings].map(({ publicId }) => publicId);
    for (const subject of due) {
      const ids = [...receiver.idsOf(manner, subject)];
      const own = messages.filter(({ body }) => body.includes(subject)).map(({ publicId }) => publicId);
      if (ids.length !== 1 || own.length !== 1 || ids[0] !== own[0])
        broken.push(`${subject} of ${email}: came as ${ids}, is ${own}`);
    }
    if (messages.length !== due.length) broken.push(`${messages.length} messages of ${due.length} events`);
    figures[`events that came to the ${manner} endpoint`] = due.length;
    figures[`messages to the ${manner} endpoint`] = receiver.count(manner);
  }
  assert.deepEqual(broken, [], 'every event came, under one id');
  return figures;
}

/** @throws AssertionError */
export async function checkDeadLetters(): Promise<Figures> {
  const dead = await Job.findAll({ where: { status: 'dead' } });
  const told = dead.map(({ id, name, subject, attempts, lastError }) => ({
    id,
    name,
    subject,
    attempts,
    lastError,
  }));
  assert.deepEqual(told, [], 'no dead letters');
  return { 'dead letters': 0 };
}
