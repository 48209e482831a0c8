import { speech } from '@/app/integrations/speech/index.server';
import type { JobRun } from '../platform/jobs/job';

/**
 * Job: deletes the recording and transcript that an external speech engine stores, after the work on it
 * ended.
 */
export async function deleteRemoteTranscript({ payload, signal }: JobRun<unknown>): Promise<void> {
  await speech.deleteRemoteTranscript(payload, signal);
}
