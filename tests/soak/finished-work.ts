import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkLedger } from '@/app/services/wallet/check-ledger.server';
import { Job } from '@/models/job.server';
import { Transcript } from '@/models/transcript.server';
import { Transcription } from '@/models/transcription.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { WalletTransaction } from '@/models/wallet-transaction.server';

/** How long nothing may be finished before it counts as stuck: several leases and the longest retry. */
const STUCK_MS = 120_000;

/** Waits until no job waits or runs. @throws AssertionError when nothing gets finished any more */
export async function untilIdle(): Promise<void> {
  let left = Number.POSITIVE_INFINITY;
  let changedAt = Date.now();
  for (;;) {
    const now = await Job.count({ where: { status: ['waiting', 'running'] } });
    if (now === 0) return;
    if (now !== left) changedAt = Date.now();
    left = now;
    assert.ok(Date.now() - changedAt < STUCK_MS, `${left} jobs are stuck`);
    await sleep(100);
  }
}

/**
 * Proves that a number of recordings of the same content are all finished, once, with the same text, and
 * charged once.
 * @param text what each transcript must be, as JSON; the first one's when left out
 * @returns the transcriptions in the order of their acceptance
 */
export async function proveFinished(accepted: number, text?: string): Promise<Transcription[]> {
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
