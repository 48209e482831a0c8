import { claimJob } from '@/app/services/platform/jobs/claim-job.server';
import { completeJob } from '@/app/services/platform/jobs/finish-job.server';
import { removeFiles } from '@/app/services/platform/storage/remove-files.server';

/** Runs all remove-files jobs as a worker does, including those of dead workers. */
export async function removeWaitingFiles(): Promise<void> {
  for (let job = await claimJob(['remove-files']); job; job = await claimJob(['remove-files'])) {
    const claim = { jobId: job.id, fence: job.fence };
    const payload = JSON.parse(job.payload) as { keys: string[] };
    await removeFiles({ payload, claim, signal: new AbortController().signal, isLastAttempt: false });
    await completeJob(claim);
  }
}
