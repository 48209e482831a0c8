import { availableParallelism, totalmem } from 'node:os';
import { workerSlots } from '@/app/domain/worker-slots';
import type { JobDefinition } from '@/app/services/platform/jobs/job';
import { runJobs } from '@/app/services/platform/jobs/run-jobs.server';
import { runSchedule } from '@/app/services/platform/jobs/run-schedule.server';
import { hasDiskSpaceForJob } from '@/app/services/platform/storage/disk-space.server';
import { maintainFreeSpace } from '@/app/services/platform/system/maintain-free-space.server';
import { keepModelsReady } from '@/app/services/transcription/keep-models-ready.server';
import { announceEmailChange } from './announce-email-change';
import { cancelSubscription } from './cancel-subscription';
import { copyRecording } from './copy-recording';
import { deleteRemoteTranscript } from './delete-remote-transcript';
import { fetchVideo } from './fetch-video';
import { identifySpeakers } from './identify-speakers';
import { indexTranscript } from './index-transcript';
import { outcomeEmail } from './outcome-email';
import { removeFiles } from './remove-files';
import { periodicJobs } from './schedule';
import { summarize } from './summarize';
import { transcribe } from './transcribe';

/** Quick jobs in a slot of their own, so that they do not wait for recordings that take hours. */
const quickJobs = [
  removeFiles,
  deleteRemoteTranscript,
  announceEmailChange,
  cancelSubscription,
  indexTranscript,
  outcomeEmail,
  ...periodicJobs,
] as JobDefinition<never>[];

/**
 * Memory available to this process: a container gets less than its machine has; 0 or a huge number means no
 * limit.
 */
const availableMemory = () => Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);

/** Runs the job queue, the schedule of periodic jobs and the model downloads until the signal aborts. */
export async function runWorker(signal: AbortSignal): Promise<void> {
  // Quick jobs run without this check: some of them free disk space.
  const mayStart = () => hasDiskSpaceForJob();
  const slots = workerSlots(availableParallelism(), availableMemory());
  await Promise.all([
    runJobs([transcribe, identifySpeakers] as JobDefinition<never>[], { slots, signal, mayStart }),
    runJobs([fetchVideo as JobDefinition<never>], { slots: 2, signal, mayStart }),
    runJobs([summarize, copyRecording] as JobDefinition<never>[], { slots: 1, signal, mayStart }),
    runJobs(quickJobs, { slots: 1, signal }),
    keepModelsReady(signal),
    maintainFreeSpace(signal),
    runSchedule(periodicJobs, signal),
  ]);
}
