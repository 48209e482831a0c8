import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { JOB_NAMES, type JobName, jobKind } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';
import { eachRow } from '../each-row.server';
import { retryThroughOutages } from '../system/database-outage.server';
import { InvalidPayload, parsePayload } from './parse-payload';

const NAMES = JOB_NAMES.filter((name) => jobKind(name).subject);

/**
 * Sets the subject of unfinished jobs and dead letters without one: in an upgrade, a process from before
 * subjects enqueues such jobs after the migration has filled the others. Idempotent. Never rejects.
 */
export async function fillSubjects(signal: AbortSignal): Promise<void> {
  try {
    await retryThroughOutages(() => fillAll(signal), signal);
  } catch (error) {
    if (!signal.aborted) log.warn({ error }, 'the subjects of jobs could not be filled');
  }
}

async function fillAll(signal: AbortSignal): Promise<void> {
  const jobs = eachRow((after, page) =>
    Job.findAll({
      where: { id: after, name: NAMES, subject: null, status: { [Op.ne]: 'done' } },
      attributes: ['id', 'name', 'payload'],
      ...page,
    }),
  );
  for await (const { id, name, payload } of jobs) {
    if (signal.aborted) return;
    const subject = subjectOf(name as JobName, payload);
    if (subject) await Job.update({ subject }, { where: { id, subject: null }, silent: true });
  }
}

/** Undefined for an invalid payload, with which the job becomes a dead letter when it runs. */
function subjectOf(name: JobName, payload: string): string | undefined {
  try {
    return jobKind(name).subject?.(parsePayload(name, payload) as never);
  } catch (error) {
    if (error instanceof InvalidPayload) return undefined;
    throw error;
  }
}
