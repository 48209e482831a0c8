import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { enqueueJob } from '../platform/jobs/enqueue-job.server';
import { resendTranscription } from '../transcription/resend-transcription.server';
import { recordAudit } from './record-audit.server';
import { type AdminRequest, withAdminIdempotencyKey } from './with-admin-idempotency-key.server';

/**
 * Retries a dead letter as a new job. A failed transcription had its minutes released, so it is resubmitted
 * with a new hold, as its owner would.
 * @returns 'cleared' when there was nothing to do: the recording was resubmitted already, or is gone
 * @throws AppError 'admin.job-not-dead', also for the second of two concurrent retries;
 *   'wallet.insufficient-funds'
 */
export function retryDeadLetter(request: AdminRequest & { jobId: number }): Promise<'retried' | 'cleared'> {
  const { adminId, jobId } = request;
  return withAdminIdempotencyKey(request, async (transaction) => {
    const job = await Job.findOne({ where: { id: jobId, status: 'dead' }, transaction });
    const removed = await Job.destroy({ where: { id: jobId, status: 'dead' }, transaction });
    if (!job || removed === 0) throw new AppError('admin.job-not-dead');
    const outcome = await requeue(job, transaction);
    await recordAudit({ adminId, action: 'job-retried', details: { jobId, name: job.name } }, transaction);
    return outcome;
  });
}

async function requeue(
  { name, payload, lane }: Job,
  transaction: Transaction,
): Promise<'retried' | 'cleared'> {
  const given = JSON.parse(payload) as { transcriptionId?: number };
  if (!given.transcriptionId) {
    await enqueueJob({ name, payload: given, lane: lane ?? undefined }, transaction);
    return 'retried';
  }
  const transcription = await Transcription.findByPk(given.transcriptionId, { transaction });
  if (transcription?.status !== 'failed') return 'cleared';
  await resendTranscription(transcription.id, transaction);
  return 'retried';
}
