import { modelProblem, speech } from '@/app/integrations/speech/index.server';

import { hasRoomToWork } from '../storage/room.server';

/**
 * What people should know about the work on their recordings: nothing, that it waits for disk space, that the speech
 * model is the demonstration one, or on its way.
 * `problem` is why the one that the settings ask for is not here, for whoever runs Celeste; null when nothing is
 * wrong.
 */
export type ModelState =
  | { state: 'full' }
  | { state: 'no-room'; problem: null }
  | { state: 'demo'; problem: string | null }
  | { state: 'fetching'; percent: number | null; problem: string | null };

export async function describeModel(): Promise<ModelState> {
  if (!(await hasRoomToWork())) return { state: 'no-room', problem: null };
  const readiness = await speech.readiness(false);
  if (!readiness.ready) {
    return { state: 'fetching', percent: readiness.percent, problem: await modelProblem() };
  }
  const isDemo = (await speech.modelName(false)) === 'demo';
  return isDemo ? { state: 'demo', problem: await modelProblem() } : { state: 'full' };
}
