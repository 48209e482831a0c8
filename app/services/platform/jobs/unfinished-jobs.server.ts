import type { Transaction } from 'sequelize';
import type { JobName } from '@/app/domain/jobs';
import { database } from '@/models/database.server';
import { Job } from '@/models/job.server';
import { promoteAfterCommit } from '@/models/job-turns.server';
import { announceJobs } from './announce-jobs.server';

export async function isJobUnfinished(
  name: JobName,
  subject: string,
  transaction: Transaction | null = null,
): Promise<boolean> {
  return (await Job.count({ where: { name, subject, status: ['waiting', 'running'] }, transaction })) > 0;
}

/** Names of the jobs about a subject that wait or run. */
export async function listUnfinishedJobs(subject: string): Promise<JobName[]> {
  const jobs = await database().select<{ name: JobName }>(
    `SELECT DISTINCT name FROM jobs WHERE subject = :subject AND status IN ('waiting', 'running')`,
    { subject },
  );
  return jobs.map(({ name }) => name);
}

/** A running worker finds out at its next write or heartbeat, and can write nothing from then on. */
export async function cancelJobs(name: JobName[], subject: string, transaction: Transaction): Promise<void> {
  const where = { name, subject, status: ['waiting', 'running'] };
  const jobs = await Job.findAll({ where, attributes: ['lane'], transaction });
  await Job.update({ status: 'done', finishedAt: new Date(), leasedUntil: null }, { where, transaction });
  for (const lane of new Set(jobs.map((job) => job.lane))) {
    if (lane) promoteAfterCommit(Job, lane, transaction);
  }
}

export async function makeJobDue(name: JobName, subject: string): Promise<void> {
  await Job.update({ runAt: new Date() }, { where: { name, subject, status: 'waiting' } });
  announceJobs();
}
