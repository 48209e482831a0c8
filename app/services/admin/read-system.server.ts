import { type PoolState, poolState } from '@/app/config/database-pools.server';
import { settings } from '@/app/config/env.server';
import { keyOf, measuredTotals, type Totals } from '@/app/config/metrics.server';
import { JOB_NAMES } from '@/app/domain/jobs';
import { checkReadiness, type Readiness } from '../platform/system/check-readiness.server';
import { type QueueFigures, readQueue } from '../platform/system/read-queue.server';
import { readWorkerTotals } from '../platform/system/worker-presence.server';

/** Figures of one kind of job: in the queue now, and run by the live workers since their start. */
interface JobFigures extends QueueFigures {
  runs: number;
  failures: number;
  /** Mean run time; null before the first run. */
  meanMs: number | null;
}

interface SystemFigures extends Readiness {
  database: 'sqlite' | 'mysql';
  /** Of the process that answers. */
  pool: PoolState;
  jobs: JobFigures[];
  /** Seconds of work for each second of recording; null before the first recording. */
  realTimeFactor: { recognizing: number | null; diarizing: number | null };
  /** Since the start of the processes. */
  failures: { mails: number; payments: number; webhooks: number };
}

/** What an administrator sees of the installation: this web process and all live workers. */
export async function readSystem(): Promise<SystemFigures> {
  const readiness = await checkReadiness();
  const [queue, workers] = await Promise.all([readQueue(), readWorkerTotals()]);
  const totals = sum([measuredTotals(), ...workers]);
  const failed = (measure: string) => totals[keyOf(measure, { outcome: 'failed' })] ?? 0;
  return {
    ...readiness,
    database: settings.databaseUrl ? 'mysql' : 'sqlite',
    pool: poolState(),
    jobs: jobFigures(queue, totals),
    realTimeFactor: {
      recognizing: realTimeFactor(totals, 'recognizing'),
      diarizing: realTimeFactor(totals, 'diarizing'),
    },
    failures: {
      mails: failed('celeste_mails_total'),
      payments: failed('celeste_payment_calls_total') + failed('celeste_payment_notices_total'),
      webhooks: failed('celeste_webhook_attempts_total'),
    },
  };
}

function sum(all: Readonly<Totals>[]): Totals {
  const result: Totals = {};
  for (const totals of all) {
    for (const [key, value] of Object.entries(totals)) result[key] = (result[key] ?? 0) + value;
  }
  return result;
}

function realTimeFactor(totals: Totals, stage: string): number | null {
  const audio = totals[keyOf('celeste_speech_audio_seconds_total', { stage })] ?? 0;
  const work = totals[keyOf('celeste_speech_processing_seconds_total', { stage })] ?? 0;
  return audio > 0 ? work / audio : null;
}

/** Of names in the queue, and of those that ran. */
function jobFigures(queue: QueueFigures[], totals: Totals): JobFigures[] {
  const names = new Set<string>([...JOB_NAMES, ...queue.map(({ name }) => name)]);
  return [...names].sort().flatMap((name) => {
    const runsOf = (outcome: string) =>
      totals[keyOf('celeste_job_duration_seconds_count', { name, outcome })] ?? 0;
    const secondsOf = (outcome: string) =>
      totals[keyOf('celeste_job_duration_seconds', { name, outcome })] ?? 0;
    const [done, failures] = [runsOf('done'), runsOf('failed')];
    const queued = queue.find((figures) => figures.name === name);
    if (!queued && done + failures === 0) return [];
    const seconds = secondsOf('done') + secondsOf('failed');
    return {
      ...(queued ?? { name, waiting: 0, running: 0, dead: 0, oldestMs: 0 }),
      runs: done + failures,
      failures,
      meanMs: done + failures > 0 ? (seconds * 1000) / (done + failures) : null,
    };
  });
}
