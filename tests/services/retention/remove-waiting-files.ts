import { claimJob } from '@/app/services/job/claim-job.server';
import { completeJob } from '@/app/services/job/finish-job.server';
import { removeFiles } from '@/app/services/storage/remove-files.server';

/** Does what a worker does with the jobs that remove files, those of dead workers among them. */
export async function removeWaitingFiles(): Promise<void> {
  for (let job = await claimJob(['remove-files']); job; job = await claimJob(['remove-files'])) {
    const claim = { jobId: job.id, fence: job.fence };
    const payload = JSON.parse(job.payload) as { keys: string[] };
    await removeFiles({ payload, claim, signal: new AbortController().signal, isLastAttempt: false });
    await completeJob(claim);
  }
}
