import { Op, type Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { transcriptionOfSubject } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';
import { Transcription } from '@/models/transcription.server';
import { announceJobs } from '../platform/jobs/announce-jobs.server';
import { pick } from '../platform/pick';
import { resendTranscription } from '../transcription/resend-transcription.server';
import { recordAudit } from './audit.server';
import { type AdminRequest, withAdminIdempotencyKey } from './with-admin-idempotency-key.server';

const PAGE_SIZE = 20;

/** Newest first; `before` is the id of the last job of the previous page. */
export async function listDeadLetters(before?: number) {
  const found = await Job.findAll({
    where: { status: 'dead', ...(before ? { id: { [Op.lt]: before } } : {}) },
    order: [['id', 'DESC']],
    limit: PAGE_SIZE + 1,
  });
  const rows = found
    .slice(0, PAGE_SIZE)
    .map((job) => pick(job, 'id', 'name', 'attempts', 'lastError', 'finishedAt'));
  return { rows, older: found.length > PAGE_SIZE ? (rows.at(-1)?.id ?? null) : null };
}

/**
 * As a new job; a failed transcription is resubmitted with a new hold. 'cleared' when the recording was
 * resubmitted already, or is gone.
 * @throws AppError 'admin.job-not-dead', also for the second of two retries; 'wallet.insufficient-funds'
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
  { name, payload, lane, subject }: Job,
  transaction: Transaction,
): Promise<'retried' | 'cleared'> {
  const transcriptionId = transcriptionOfSubject(subject);
  if (transcriptionId === null) {
    await Job.create({ name, payload, lane, subject, runAt: new Date() }, { transaction });
    transaction.afterCommit(announceJobs);
    return 'retried';
  }
  const transcription = await Transcription.findByPk(transcriptionId, { transaction });
  if (transcription?.status !== 'failed') return 'cleared';
  await resendTranscription(transcription.id, transaction);
  return 'retried';
}
