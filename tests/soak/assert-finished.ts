import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { Op } from 'sequelize';
import { checkLedger } from '@/app/services/billing/wallet/check-ledger.server';
import { Job } from '@/models/job.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';

/**
 * Time without a finished job after which the queue counts as stuck: several leases and the longest retry.
 */
const STUCK_MS = 120_000;

/** Waits until the job queue is empty but for outcome e-mails, which wait for one another. @throws AssertionError when it is stuck */
export async function waitUntilIdle(): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  let changedAt = Date.now();
  for (;;) {
    const now = await Job.count({
      where: { status: ['waiting', 'running'], name: { [Op.ne]: 'notice' } },
    });
    if (now === 0) return;
    if (now !== left) changedAt = Date.now();
    left = now;
    assert.ok(Date.now() - changedAt < STUCK_MS, `${left} jobs are stuck`);
    await sleep(100);
  }
}

/**
 * Asserts that all recordings, of the same content, are finished exactly once with the same text, and charged
 * once.
 * @param text expected transcript as JSON; by default the first one's
 * @returns the transcriptions in the order of acceptance
 */
export async function assertFinished(accepted: number, text?: string): Promise<Transcription[]> {
  const transcriptions = await Transcription.findAll({ order: ['id'] });
  assert.equal(transcriptions.length, accepted, 'recordings accepted');
  const others = transcriptions.filter(({ status }) => status !== 'succeeded');
  assert.deepEqual(
    others.map(({ id, status, errorCode }) => ({ id, status, errorCode })),
    [],
  );
  assert.equal(await Job.count({ where: { name: 'transcribe', status: 'done' } }), accepted, 'jobs done');

  const transcripts = await Transcript.findAll();
  assert.equal(transcripts.length, accepted, 'transcripts');
  const ids = new Set(transcripts.map(({ transcriptionId }) => transcriptionId));
  assert.equal(ids.size, accepted, 'one transcript of each recording');
  const texts = new Set(transcripts.map(({ utterances }) => utterances));
  assert.deepEqual([...texts], [text ?? transcripts[0]!.utterances], 'all transcripts are the same');

  assert.deepEqual(await checkLedger(), []);
  assert.equal(await WalletTransaction.count({ where: { kind: 'settle' } }), accepted, 'charges');
  const consumedMs = await WalletAccount.sum('balanceMs', { where: { kind: 'consumed' } });
  assert.equal(
    consumedMs,
    transcriptions.reduce((sum, { durationMs }) => sum + durationMs, 0),
  );
  return transcriptions;
}
