import { speech } from '@/app/integrations/speech/index.server';
import type { JobRun } from '../platform/jobs/job';

/** Job: deletes what an external speech engine stores, after the work on it ended. */
export async function deleteRemoteTranscript({ payload, signal }: JobRun<unknown>): Promise<void> {
  await speech.deleteRemoteTranscript(payload, signal);
}
