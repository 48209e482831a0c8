import { Cron } from 'croner';
import { enqueueOnce } from '@/app/services/job/enqueue-job.server';
import type { PeriodicJob } from '@/app/services/job/job';
import { ledgerCheck } from './ledger-check';
import { notices } from './notices';
import { retention } from './retention';
import { sweep } from './sweep';

export const periodicJobs: PeriodicJob[] = [notices, retention, sweep, ledgerCheck];

/** Enqueues each periodic job at its times until the signal aborts; of several workers one succeeds. */
export function startSchedule(signal: AbortSignal): void {
  for (const { name, crontab } of periodicJobs) {
    const cron = new Cron(crontab, { timezone: 'America/Sao_Paulo', unref: true }, () =>
      enqueueOnce(name, `${name}:${new Date().toISOString().slice(0, 16)}`),
    );
    signal.addEventListener('abort', () => cron.stop());
  }
}
