import { literal, Op } from 'sequelize';
import { Job } from '@/models/job.server';
import { promoteLanes } from '@/models/job-turns.server';
import { Batches } from './batches';
import { type JobClaim, MAX_BACKOFF_MS, MIN_BACKOFF_MS, type NotYet, TryAgain } from './job';

const RETRY_BASE_MS = 500;

async function updateClaimed(claim: JobClaim, values: Parameters<typeof Job.update>[0]): Promise<void> {
  await Job.update(
    { leasedUntil: null, ...values },
    { where: { id: claim.jobId, fence: claim.fence, status: 'running' } },
  );
}

const completions = new Batches(completeJobs);

/** Ends a job, together with others that end at the same time. */
export async function completeJob(claim: JobClaim): Promise<void> {
  await completions.add(claim);
}

async function completeJobs(claims: JobClaim[]): Promise<undefined[]> {
  await Job.update(
    { leasedUntil: null, status: 'done', finishedAt: new Date() },
    { where: { status: 'running', [Op.or]: claims.map(({ jobId: id, fence }) => ({ id, fence })) } },
  );
  await giveTurns(claims);
  return claims.map(() => undefined);
}

export async function moveToDeadLetters(claim: JobClaim, error: unknown): Promise<void> {
  const lastError = String(error).slice(0, 2000);
  await updateClaimed(claim, { status: 'dead', lastError, finishedAt: new Date() });
  await giveTurns([claim]);
}

/** Gives the next jobs of the lanes of ended ones their turn. */
async function giveTurns(claims: JobClaim[]): Promise<void> {
  const unknown = claims.filter(({ lane }) => lane === undefined).map(({ jobId }) => jobId);
  const found = unknown.length > 0 ? await Job.findAll({ where: { id: unknown }, attributes: ['lane'] }) : [];
  const lanes = [...claims, ...found].flatMap(({ lane }) => lane ?? []);
  await promoteLanes(Job, [...new Set(lanes)]);
}

/** Requeues a failed attempt with exponential back-off, and not before TryAgain's delay. */
export async function retryJob(claim: JobClaim, attempts: number, error: unknown): Promise<void> {
  const soonestMs = error instanceof TryAgain ? error.retryInMs : 0;
  const runAt = new Date(Date.now() + Math.max(soonestMs, RETRY_BASE_MS * 2 ** attempts));
  await updateClaimed(claim, { status: 'waiting', runAt, lastError: String(error).slice(0, 2000) });
}

/** Requeues a job without counting the attempt: it could not start yet, or its worker is shutting down. */
export async function postponeJob(claim: JobClaim, reason: NotYet | null): Promise<void> {
  const runAt = new Date(Date.now() + (reason?.retryInMs ?? 0));
  const attempts = reason?.isAfresh ? 0 : literal('attempts - 1');
  await updateClaimed(claim, { status: 'waiting', runAt, attempts });
}

/** Half the job's age, so exponential, with jitter of up to 100 % against a thundering herd. */
export function outageBackoffMs(createdAt: Date): number {
  const ageMs = Date.now() - createdAt.getTime();
  return Math.min(MAX_BACKOFF_MS, Math.max(MIN_BACKOFF_MS, ageMs / 2)) * (1 + Math.random());
}

/** After a full disk or a database outage: the attempt does not count. */
export async function postponeWithBackoff(claim: JobClaim, createdAt: Date, error: unknown): Promise<void> {
  const runAt = new Date(Date.now() + outageBackoffMs(createdAt));
  const values = { status: 'waiting', runAt, attempts: literal('attempts - 1') } as const;
  await updateClaimed(claim, { ...values, lastError: String(error).slice(0, 2000) });
}
