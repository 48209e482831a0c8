import { modelProblem, speech } from '@/app/integrations/speech/index.server';

import { hasDiskSpaceForJob } from '../platform/storage/disk-space.server';

/**
 * For the banner; `problem` tells the operator why the configured model is missing, null when nothing is
 * wrong.
 */
export type ModelState =
  | { state: 'full' }
  | { state: 'no-room'; problem: null }
  | { state: 'demo'; problem: string | null }
  | { state: 'fetching'; percent: number | null; problem: string | null };

export async function describeModel(): Promise<ModelState> {
  if (!(await hasDiskSpaceForJob())) return { state: 'no-room', problem: null };
  const readiness = await speech.readiness(false);
  if (!readiness.ready) {
    return { state: 'fetching', percent: readiness.percent, problem: await modelProblem() };
  }
  const isDemo = (await speech.modelName(false)) === 'demo';
  return isDemo ? { state: 'demo', problem: await modelProblem() } : { state: 'full' };
}
