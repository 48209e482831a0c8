import { speech } from '@/app/integrations/speech/index.server';

/** What people should know about the speech model: nothing, that it is the demonstration one, or on its way. */
export type ModelState =
  | { state: 'full' }
  | { state: 'demo' }
  | { state: 'fetching'; percent: number | null };

export async function describeModel(): Promise<ModelState> {
  const readiness = await speech.readiness(false);
  if (!readiness.ready) return { state: 'fetching', percent: readiness.percent };
  return { state: (await speech.modelName(false)) === 'demo' ? 'demo' : 'full' };
}
