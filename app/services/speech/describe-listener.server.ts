import { settings } from '@/app/config/env.server';

/** Who gets the recordings to turn them into text, as people are to be told; null when they stay here. */
export function describeListener(): string | null {
  const { speechEngine: engine } = settings;
  if (engine.name === 'local') return null;
  return engine.name === 'assemblyai' ? 'AssemblyAI' : new URL(engine.url).hostname;
}
