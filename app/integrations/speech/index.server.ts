import { settings } from '@/app/config/env.server';
import { LocalSpeechEngine } from './local/engine.server';
import { readPack } from './local/pack.server';
import { ReadyModels } from './local/ready-models.server';
import type { SpeechEngine } from './port';

const models = new ReadyModels({
  mode: settings.speechModels,
  dataDir: settings.dataDir,
  mirror: settings.speechModelsUrl,
  full: readPack('full'),
  demo: readPack('demo'),
});

export const speech: SpeechEngine = new LocalSpeechEngine(models);

/** Run by the worker from its start: fetches models that the settings ask for, until `signal` ends it. */
export const keepModelsReady = (signal: AbortSignal): Promise<void> => models.keepReady(signal);
