import { QueryTypes } from 'sequelize';
import { database } from '@/models/database.server';

/** Unfinished jobs and dead letters of one name. */
export interface QueueFigures {
  name: string;
  waiting: number;
  running: number;
  dead: number;
  /** How long the job that is due for longest has waited; 0 when none is due. */
  oldestMs: number;
}

/** By status alone, through its index: the finished ones, which are many, are not read. */
const COUNTS = `
  SELECT name, status, COUNT(*) AS number, MIN(run_at) AS earliest FROM jobs
  WHERE status IN ('waiting', 'running', 'dead') GROUP BY name, status ORDER BY name`;

interface CountRow {
  name: string;
  status: 'waiting' | 'running' | 'dead';
  number: number;
  earliest: string | Date;
}

/** The queue by name of job; names without such jobs are left out. */
export async function readQueue(): Promise<QueueFigures[]> {
  const now = Date.now();
  const figures = new Map<string, QueueFigures>();
  for (const row of await database().query<CountRow>(COUNTS, { type: QueryTypes.SELECT })) {
    const { name, status } = row;
    const known = figures.get(name) ?? { name, waiting: 0, running: 0, dead: 0, oldestMs: 0 };
    known[status] = Number(row.number);
    if (status === 'waiting') known.oldestMs = Math.max(0, now - new Date(row.earliest).getTime());
    figures.set(name, known);
  }
  return [...figures.values()];
}
