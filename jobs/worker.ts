import { availableParallelism, totalmem } from 'node:os';
import { workerSlots } from '@/app/domain/worker-slots';
import type { JobDefinition } from '@/app/services/job/job';
import { runJobs } from '@/app/services/job/run-jobs.server';
import { keepModelsReady } from '@/app/services/speech/keep-models-ready.server';
import { periodicJobs, startSchedule } from './schedule';
import { transcribe } from './transcribe';

const definitions = [transcribe, ...periodicJobs] as JobDefinition<never>[];

/** Works until the signal aborts: runs the queue, keeps the schedule and the speech models. */
export async function work(signal: AbortSignal): Promise<void> {
  startSchedule(signal);
  const slots = workerSlots(availableParallelism(), totalmem());
  await Promise.all([runJobs(definitions, { slots, signal }), keepModelsReady(signal)]);
}
