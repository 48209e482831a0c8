import { literal, type Transaction } from 'sequelize';
import { JOB_NAMES, type JobName } from '@/app/domain/jobs';
import { database, inTransaction, MysqlDatabase } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { Batches } from './batches';
import { type DueJob, findDueJobs, IS_FIRST_OF_LANE } from './find-due-jobs.server';
import { LEASE_MS } from './job';

/** More than one, since other workers find the same ones. */
const CANDIDATES = 10;

/** Claims the next due job with one of the names; null when there is none. */
export async function claimJob(names: JobName[]): Promise<Job | null> {
  for (const due of await findDueJobs([{ names, limit: CANDIDATES }])) {
    const job = await claimDueJob(due);
    if (job) return job;
  }
  return null;
}

const claims = new Batches(claimDueJobs);

/** As `claimDueJobs`, together with what is claimed at the same time; null when another worker was faster. */
export const claimDueJob = (due: Claimable): Promise<Job | null> => claims.add(due);

type Claimable = Pick<DueJob, 'id' | 'fence'>;

/**
 * Claims those of the jobs that are still as they were found, and first of their lanes. Rows that another worker is
 * claiming are passed over, so workers do not wait for each other.
 * @returns null for each job that is not claimed
 */
async function claimDueJobs(due: Claimable[]): Promise<(Job | null)[]> {
  const fences = new Map(due.map(({ id, fence }) => [id, fence]));
  const claimed = await inTransaction(async (transaction) => {
    const now = new Date();
    const free = await lockClaimable([...fences.keys()], now, transaction);
    const id = free.filter((job) => job.fence === fences.get(job.id)).map((job) => job.id);
    if (id.length === 0) return [];
    await Job.update(
      {
        status: 'running',
        fence: literal('fence + 1'),
        attempts: literal('attempts + 1'),
        leasedUntil: new Date(now.getTime() + LEASE_MS),
        turn: now,
      },
      { where: { id }, transaction },
    );
    return Job.findAll({ where: { id }, transaction });
  });
  const jobs = new Map(claimed.map((job) => [job.id, job]));
  return due.map(({ id }) => {
    const job = jobs.get(id) ?? null;
    // Only one of two that ask for the same job gets it.
    jobs.delete(id);
    return job;
  });
}

function lockClaimable(ids: number[], now: Date, transaction: Transaction): Promise<Claimable[]> {
  const lock = database() instanceof MysqlDatabase ? 'FOR UPDATE SKIP LOCKED' : '';
  const claimable = `SELECT j.id AS id, j.fence AS fence FROM jobs j
    WHERE j.id IN (:ids) AND (j.status = 'waiting' OR (j.status = 'running' AND j.leased_until < :now))
      AND ${IS_FIRST_OF_LANE}
    ${lock}`;
  return database().select<Claimable>(claimable, { ids, now, known: JOB_NAMES }, transaction);
}
