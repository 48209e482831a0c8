import { literal, Op, QueryTypes, type Transaction } from 'sequelize';
import { log } from '@/app/config/log.server';
import { JOB_NAMES, type JobName, jobKind } from '@/app/domain/jobs';
import type { Job } from './job.server';

/** The first job of a lane in this status, of a name that this version knows; `lane` names the replacement. */
const firstOfLane = (lane: string, status: 'waiting' | 'running') => `
  SELECT * FROM (
    SELECT id, lane, status, turn FROM jobs WHERE lane = :${lane} AND status = '${status}' AND name IN (:known)
    ORDER BY id LIMIT 1) AS first_${status}_${lane}`;

interface First {
  id: number;
  lane: string;
  status: 'waiting' | 'running';
  turn: Date | string | null;
}

/** The jobs that all others of their lanes wait for; none of an empty lane. */
async function findFirst(
  jobs: typeof Job,
  lanes: string[],
  transaction: Transaction | null,
): Promise<Iterable<First>> {
  const names = lanes.map((_lane, index) => `lane${index}`);
  const selects = names.flatMap((name) => [firstOfLane(name, 'waiting'), firstOfLane(name, 'running')]);
  const found = await jobs.sequelize!.query<First>(selects.join(' UNION ALL '), {
    type: QueryTypes.SELECT,
    replacements: {
      known: JOB_NAMES,
      ...Object.fromEntries(names.map((name, index) => [name, lanes[index]])),
    },
    transaction,
  });
  const firstOf = new Map<string, First>();
  for (const job of found.toSorted((a, b) => b.id - a.id)) firstOf.set(job.lane, job);
  return firstOf.values();
}

/**
 * Gives the first job of each lane its turn: now, or when it is due, so that lanes take turns. To be called once the
 * change that freed the lanes is committed; otherwise a job that is enqueued meanwhile may get none. Idempotent.
 */
export async function promoteLanes(jobs: typeof Job, lanes: string[]): Promise<void> {
  if (lanes.length === 0) return;
  const firsts = [...(await findFirst(jobs, lanes, null))];
  const id = firsts.filter(({ status, turn }) => status === 'waiting' && turn === null).map((job) => job.id);
  if (id.length === 0) return;
  const now = jobs.sequelize!.escape(new Date());
  await jobs.update(
    { turn: literal(`CASE WHEN run_at > ${now} THEN run_at ELSE ${now} END`) as never },
    { where: { id, status: 'waiting', turn: { [Op.is]: null } }, silent: true },
  );
}

/** `promoteLanes` when the transaction has committed. A failure is logged: workers look for such lanes, too. */
export function promoteAfterCommit(jobs: typeof Job, lane: string, transaction: Transaction): void {
  transaction.afterCommit(() =>
    promoteLanes(jobs, [lane]).catch((error: unknown) => log.warn({ error, lane }, 'a lane got no turn yet')),
  );
}

/**
 * Keeps `queue` and `turn` of each row in step with its name, lane and due time, whoever writes it. Rows of SQL and of
 * `bulkCreate` get theirs when a worker looks for such rows.
 */
export function keepTurns(jobs: typeof Job): void {
  jobs.addHook('beforeCreate', 'turn', async (instance, { transaction = null }) => {
    const job = instance as Job;
    job.queue = JOB_NAMES.includes(job.name as JobName) ? jobKind(job.name as JobName).queue : null;
    if (job.status !== 'waiting') return;
    const ahead = job.lane ? [...(await findFirst(jobs, [job.lane], transaction))] : [];
    job.turn = ahead.length > 0 ? null : job.runAt;
  });
  jobs.addHook('afterCreate', 'turn', async (instance, { transaction }) => {
    const { lane, turn, status } = instance as Job;
    if (!lane || turn || status !== 'waiting') return;
    // The job ahead may have ended since.
    if (transaction) promoteAfterCommit(jobs, lane, transaction);
    else await promoteLanes(jobs, [lane]);
  });
  jobs.addHook('beforeUpdate', 'turn', (instance) => {
    const job = instance as Job;
    if (job.changed('runAt') && job.turn) job.turn = job.runAt;
  });
  jobs.addHook('beforeBulkUpdate', 'turn', (given) => {
    // Its type lacks what Sequelize puts there for hooks.
    const options = given as unknown as { attributes: Partial<Job>; fields?: string[] };
    const { runAt } = options.attributes;
    if (!(runAt instanceof Date)) return;
    const turn = `CASE WHEN turn IS NULL THEN NULL ELSE ${jobs.sequelize!.escape(runAt)} END`;
    options.attributes = { ...options.attributes, turn: literal(turn) as never };
    options.fields?.push('turn');
  });
}
