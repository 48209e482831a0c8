import { QueryTypes } from 'sequelize';
import { JOB_NAMES, type JobName, type JobQueue, jobKind } from '@/app/domain/jobs';
import { database, MysqlDatabase } from '@/models/database.server';

/** A request for jobs of these names, at most `limit` of each queue. */
interface Demand {
  names: JobName[];
  limit: number;
}

/** A row as it was found; another worker may claim it first. */
export interface DueJob {
  id: number;
  fence: number;
  name: JobName;
  lane: string | null;
}

const MAX_EXPIRED = 10;

/** Of a job `j`. One of unknown name does not hold up its lane: the worker that knows it may be gone. */
export const IS_FIRST_OF_LANE = `NOT EXISTS (
  SELECT 1 FROM jobs ahead WHERE ahead.lane = j.lane AND ahead.status IN ('waiting', 'running') AND ahead.id < j.id
    AND ahead.name IN (:known))`;

/**
 * Waiting jobs whose turn has come, and before them those whose lease has expired, of all demands in one statement.
 * A lane's turn comes when its last job ends, so many jobs of one lane delay the first job of another by one at most.
 */
export async function findDueJobs(demands: Demand[]): Promise<DueJob[]> {
  const replacements: Record<string, unknown> = {
    now: new Date(),
    known: JOB_NAMES,
    names: demands.flatMap(({ names }) => names),
  };
  const waiting = demands.flatMap(({ names, limit }, index) => {
    replacements[`names${index}`] = names;
    return [...new Set(names.map((name) => jobKind(name).queue))].map((queue) =>
      selectWaiting(queue, index, limit),
    );
  });
  return database().query<DueJob>([SELECT_EXPIRED, ...waiting].join(' UNION ALL '), {
    type: QueryTypes.SELECT,
    replacements,
  });
}

const SELECT_EXPIRED = `SELECT * FROM (
  SELECT j.id AS id, j.fence AS fence, j.name AS name, j.lane AS lane FROM jobs j
  WHERE j.status = 'running' AND j.leased_until < :now AND j.name IN (:names) AND ${IS_FIRST_OF_LANE}
  ORDER BY j.leased_until, j.id LIMIT ${MAX_EXPIRED}) AS expired`;

/** The order of the index: without it MySQL might sort all that wait. */
const selectWaiting = (queue: JobQueue, demand: number, limit: number) => `SELECT * FROM (
  SELECT j.id AS id, j.fence AS fence, j.name AS name, j.lane AS lane FROM jobs j
  ${database() instanceof MysqlDatabase ? 'FORCE INDEX (jobs_status_queue_turn_id)' : ''}
  WHERE j.status = 'waiting' AND j.queue = '${queue}' AND j.turn <= :now AND j.run_at <= :now
    AND j.name IN (:names${demand}) AND ${IS_FIRST_OF_LANE}
  ORDER BY j.turn, j.id LIMIT ${limit}) AS waiting_${demand}_${queue}`;
