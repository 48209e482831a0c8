import { settings } from '@/app/config/env.server';
import { AssemblyAiEngine } from './assemblyai/engine.server';
import { LocalSpeechEngine } from './local/engine.server';
import { readPack } from './local/pack.server';
import { packNameOf, ReadyModels } from './local/ready-models.server';
import { OpenAiEngine } from './openai/engine.server';
import type { SpeechEngine } from './port';

const models = new ReadyModels({
  mode: settings.speechModels,
  dataDir: settings.dataDir,
  mirror: settings.speechModelsUrl,
  wanted: readPack(packNameOf(settings.speechModels)),
  demo: readPack('demo'),
});

const local = new LocalSpeechEngine(models);

/** The sample recording is recognized locally: it then costs nothing and is not sent anywhere. */
function withLocalSample(engine: SpeechEngine, local: SpeechEngine): SpeechEngine {
  const engineFor = (isSample: boolean) => (isSample ? local : engine);
  return {
    diarizesLocally: engine.diarizesLocally,
    readiness: (isSample) => engineFor(isSample).readiness(isSample),
    modelName: (isSample) => engineFor(isSample).modelName(isSample),
    follow: engine.follow?.bind(engine) ?? null,
    recognize: (request) => engineFor(request.isSample).recognize(request),
    diarize: (request) => engineFor(request.isSample).diarize(request),
    deleteRemoteTranscript: (elsewhere, signal) => engine.deleteRemoteTranscript(elsewhere, signal),
  };
}

function createEngine(chosen: typeof settings.speechEngine): SpeechEngine {
  switch (chosen.name) {
    case 'local':
      return local;
    case 'assemblyai':
      return withLocalSample(new AssemblyAiEngine(chosen), local);
    case 'openai':
      return withLocalSample(new OpenAiEngine(chosen, local), local);
  }
}

export const speech: SpeechEngine = createEngine(settings.speechEngine);

/** Downloads the configured models until `signal` aborts it; an engine that works remotely needs none. */
export async function keepModelsReady(signal: AbortSignal): Promise<void> {
  if (settings.speechEngine.name !== 'assemblyai') await models.keepReady(signal);
}

/** Why the configured models are missing; null when nothing is missing. The text may contain URLs. */
export async function modelProblem(): Promise<string | null> {
  return settings.speechEngine.name === 'assemblyai' ? null : models.problem();
}
