import { availableParallelism, totalmem } from 'node:os';
import { JOB_QUEUES, type JobQueue } from '@/app/domain/jobs';
import { workerSlots } from '@/app/domain/worker-slots';
import { assistantSlots } from '@/app/services/meeting/find-obstacle.server';
import { fillSubjects } from '@/app/services/platform/jobs/fill-subjects.server';
import { keepFillingTurns } from '@/app/services/platform/jobs/fill-turns.server';
import { watchForUnknownJobs } from '@/app/services/platform/jobs/move-unknown-jobs.server';
import { openBroker } from '@/app/services/platform/jobs/open-broker.server';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { runSchedule } from '@/app/services/platform/jobs/run-schedule.server';
import { scheduledJobs } from '@/app/services/platform/jobs/scheduled-jobs.server';
import { hasDiskSpaceForJob } from '@/app/services/platform/storage/disk-space.server';
import { maintainFreeSpace } from '@/app/services/platform/system/maintain-free-space.server';
import { announceWorker } from '@/app/services/platform/system/worker-presence.server';
import { keepModelsReady } from '@/app/services/transcription/keep-models-ready.server';
import { watchFolder } from '@/app/services/upload/watch/watch-folder.server';
import { handlersOf } from './handlers';

/**
 * Memory available to this process: a container gets less than its machine has; 0 or a huge number means no
 * limit.
 */
const availableMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Queues without this check: some of their jobs free disk space, or they need none. */
const FREE_OF_DISK: readonly JobQueue[] = ['quick', 'calendar', 'webhook', 'backup'];

const mayStart = (queue: JobQueue) => (FREE_OF_DISK.includes(queue) ? undefined : () => hasDiskSpaceForJob());

/** Runs the job queues, the schedule of periodic jobs and the model downloads until the signal aborts. */
export async function runWorker(signal: AbortSignal): Promise<void> {
  const slots: Record<JobQueue, number> = {
    speech: workerSlots(availableParallelism(), availableMemory()),
    // One speaks at a time: the model is in memory besides those of the recordings.
    live: 1,
    meeting: assistantSlots(),
    video: 2,
    derived: 1,
    calendar: 1,
    // They wait for the servers of others.
    webhook: 8,
    backup: 1,
    quick: 1,
  };
  await Promise.all([
    runJobs(
      JOB_QUEUES.map((queue) => ({
        handlers: handlersOf(queue),
        slots: slots[queue],
        mayStart: mayStart(queue),
      })),
      signal,
      await openBroker(),
    ),
    announceWorker(signal),
    fillSubjects(signal),
    keepFillingTurns(signal),
    watchForUnknownJobs(signal),
    keepModelsReady(signal),
    maintainFreeSpace(signal),
    runSchedule(scheduledJobs(), signal),
    watchFolder(signal),
  ]);
}
