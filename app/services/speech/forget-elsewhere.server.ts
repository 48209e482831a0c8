import { speech } from '@/app/integrations/speech/index.server';
import type { JobRun } from '../job/job';

/** Removes what the speech engine keeps elsewhere of work that is over: nothing of a recording stays there. */
export async function forgetElsewhere({ payload, signal }: JobRun<unknown>): Promise<void> {
  await speech.forget(payload, signal);
}
