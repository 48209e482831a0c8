import { settings } from '@/app/config/env.server';

/** That receives recordings, for privacy texts; null for the local engine. */
export function speechProviderName(): string | null {
  const { speechEngine: engine } = settings;
  if (engine.name === 'local') return null;
  return engine.name === 'assemblyai' ? 'AssemblyAI' : new URL(engine.url).hostname;
}
