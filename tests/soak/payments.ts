import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { settings } from '@/app/config/env.server';
import { findExecutable } from '@/app/config/find-executable.server';
import { renewMonths } from '@/app/services/billing/payments/maintain-subscriptions.server';
import { reconcilePayments } from '@/app/services/billing/payments/reconcile-payments.server';
import { refundRevokedSubscription } from '@/app/services/billing/payments/refund-revoked.server';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { readBalances } from '@/app/services/billing/wallet/read-balance.server';
import { writeJournal } from '@/app/services/billing/wallet/write-journal.server';
import { Job } from '@/models/job.server';
import { Order } from '@/models/order.server';
import { User } from '@/models/user.server';
import { WalletLot } from '@/models/wallet-lot.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';
import { bundleChild } from '../support/bundle-child';
import type { DatabaseAddress } from '../support/databases';
import type { StripeServer } from '../support/stripe';
import { onBothDatabases } from './both-databases';
import { PaymentHistory } from './payment-history';
import { Random } from './random';
import { type Figures, printProgress, type Soak } from './soak';

const HISTORIES_PER_USER = 4;
const HISTORIES_PER_KILL = 25;
/** Maximum number of statements before the handler is killed: about twenty webhook events. */
const MAX_STATEMENTS = 400;

/** @param stripe fake Stripe account that the settings point at */
export const soakWith =
  (stripe: StripeServer): Soak =>
  ({ count, seed }) =>
    onBothDatabases((name, address) => {
      printProgress(`${name}: ${count} purchases and subscriptions`);
      return deliverToKilledHandler(stripe, address, {
        histories: count,
        kills: Math.ceil(count / HISTORIES_PER_KILL),
        rounds: 6,
        random: new Random(seed),
      });
    });

/**
 * Delivers webhook events three times, out of order and with losses, to a handler that is killed repeatedly;
 * reconciles; lets users spend in between; and asserts that all have exactly what they paid for, lot by lot.
 * @throws AssertionError when a balance is wrong
 */
export async function deliverToKilledHandler(
  stripe: StripeServer,
  address: DatabaseAddress,
  { histories, kills, rounds, random }: { histories: number; kills: number; rounds: number; random: Random },
): Promise<Figures> {
  const history = new PaymentHistory(stripe, random);
  await history.makePeople(Math.ceil(histories / HISTORIES_PER_USER));
  let deliveries = 0;
  let killed = 0;
  for (let round = 1; round <= rounds; round += 1) {
    await history.simulate(Math.ceil((histories * round) / rounds), histories);
    stripe.answersAsOlder = random.below(2) === 0;
    let bodies = history.deliveries();
    deliveries += bodies.length;
    while (bodies.length > 0) {
      const step = killed < (kills * round) / rounds ? 1 + random.below(MAX_STATEMENTS) : 0;
      const { done, isKilled } = await handle(bodies, address, step);
      bodies = bodies.filter((_, index) => !done.has(index));
      if (isKilled) killed += 1;
      if (isKilled && killed % 10 === 0) printProgress(`${killed} kills, ${bodies.length} deliveries to go`);
    }
    await reconcilePayments();
    await renewMonths();
    await history.endTwins(refundRevoked);
    printProgress(`round ${round} of ${rounds} is reconciled`);
    if (round < rounds) await history.spend();
  }
  await reconcilePayments();
  await prove(history);
  const postings = await WalletTransaction.count();
  await reconcilePayments();
  assert.equal(await WalletTransaction.count(), postings, 'reconciling again changes nothing');
  return {
    ...history.figures,
    deliveries,
    'kills of the handler': killed,
    'events in the ledger': await WalletTransaction.count(),
  };
}

/** Runs the jobs about second and unpaid subscriptions. */
async function refundRevoked(): Promise<void> {
  const jobs = await Job.findAll({ where: { name: 'revoke-subscription', status: 'waiting' } });
  for (const job of jobs) {
    await refundRevokedSubscription({
      payload: JSON.parse(job.payload) as { externalId: string },
      claim: { jobId: job.id, fence: 1 },
      signal: new AbortController().signal,
      isLastAttempt: false,
    });
    await job.destroy();
  }
}

async function prove(history: PaymentHistory): Promise<void> {
  for (const [userId, due] of history.expectedBalances) {
    const { bought, subscription } = await readBalances(userId);
    const { consumptionRule: rule } = await User.findByPk(userId, { rejectOnEmpty: true });
    assert.deepEqual({ bought, subscription, rule }, due, `what user ${userId} has`);
  }
  for (const { checkoutId, ...due } of history.expectedLots) {
    const order = await Order.findOne({ where: { checkoutId }, rejectOnEmpty: true });
    const lot = await WalletLot.findOne({ where: { orderId: order.id } });
    const { creditedMs = 0, remainingMs = 0, lostMs = 0 } = lot ?? {};
    assert.deepEqual({ dueMs: creditedMs - lostMs, remainingMs, lostMs }, due, `the lot of ${checkoutId}`);
  }
  assert.deepEqual(await checkLedger(), []);
  await proveJournal();
}

/** An accountant's program, where it is installed, finds the same sums. */
async function proveJournal(): Promise<void> {
  const hledger = findExecutable('hledger', process.env.PATH ?? '');
  if (!hledger) {
    printProgress('hledger is not installed: its check is LEFT OUT');
    return;
  }
  const file = path.join(settings.dataDir, 'soak.journal');
  await rm(file, { force: true });
  await writeJournal(file);
  await promisify(execFile)(hledger, ['-f', file, 'check', '--strict']);
}

/** @throws Error with the output of a handler that failed for another reason than its kill */
function handle(
  bodies: string[],
  address: DatabaseAddress,
  step: number,
): Promise<{ done: Set<number>; isKilled: boolean }> {
  const file = path.join(settings.dataDir, 'deliveries.jsonl');
  const script = bundleChild('tests/soak/payments-process.ts', path.join(settings.dataDir, 'bundles'));
  const args = [script, JSON.stringify(address), file, `${step}`];
  return new Promise((resolve, reject) => {
    writeFile(file, bodies.map((body) => JSON.stringify(body)).join('\n')).then(
      () =>
        execFile(process.execPath, args, { maxBuffer: 2 ** 26 }, (error, out, said) => {
          const done = new Set(out.split('\n').filter(Boolean).map(Number));
          if (!error) resolve({ done, isKilled: false });
          else if (error.signal === 'SIGKILL') resolve({ done, isKilled: true });
          else reject(new Error(`a handler failed: ${said}`));
        }),
      reject,
    );
  });
}
