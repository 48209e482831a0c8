import { Op } from 'sequelize';
import { log } from '@/app/config/log.server';
import { JOB_NAMES, type JobName, jobKind } from '@/app/domain/jobs';
import { Job } from '@/models/job.server';
import { retryThroughOutages } from '../system/database-outage.server';
import { InvalidPayload, parsePayload } from './parse-payload';

const BATCH = 200;
const NAMES = JOB_NAMES.filter((name) => jobKind(name).subject);

/**
 * Sets the subject of unfinished jobs and dead letters that have none: during an upgrade, a process from before
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
  for (let after = 0; !signal.aborted; ) {
    const jobs = await Job.findAll({
      where: { id: { [Op.gt]: after }, name: NAMES, subject: null, status: { [Op.ne]: 'done' } },
      attributes: ['id', 'name', 'payload'],
      order: ['id'],
      limit: BATCH,
    });
    for (const { id, name, payload } of jobs) {
      const subject = subjectOf(name as JobName, payload);
      if (subject) await Job.update({ subject }, { where: { id, subject: null }, silent: true });
    }
    if (jobs.length < BATCH) return;
    after = jobs.at(-1)!.id;
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
