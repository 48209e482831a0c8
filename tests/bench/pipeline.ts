import { settings } from '@/app/config/env.server';
import { assembleUtterances } from '@/app/domain/speech/assemble-utterances';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import type { SpeakerTurn, Utterance, Word } from '@/app/domain/transcript/transcript';
import { media } from '@/app/integrations/media/index.server';
import { speech } from '@/app/integrations/speech/index.server';
import { LocalSpeechEngine } from '@/app/integrations/speech/local/engine.server';
import { readPack } from '@/app/integrations/speech/local/pack.server';
import { packNameOf, ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import type { Models } from '@/app/integrations/speech/local/task';
import type { PcmFile, Recognition, SpeechRequest } from '@/app/integrations/speech/port';
import { InMemoryCheckpoints } from '@/tests/integrations/speech/in-memory-checkpoints';

const ready = new ReadyModels({
  mode: settings.speechModels,
  dataDir: settings.dataDir,
  mirror: settings.speechModelsUrl,
  wanted: readPack(packNameOf(settings.speechModels)),
  demo: readPack('demo'),
});

const never = new AbortController().signal;
const noop = () => undefined;

const requestFor = (audio: PcmFile, speakerCount: number | null = null): SpeechRequest => ({
  audio: async () => audio,
  signal: never,
  onProgress: noop,
  isSample: false,
  speakerCount,
  notes: new InMemoryCheckpoints(),
});

/**
 * The transcription stages as the worker runs them, one by one, with the engine and the models of the
 * settings. Import it from a bundle, so that the stages run in child processes of the build.
 */
export const pipeline = {
  /** @throws Error when the configured models are missing */
  modelName: () => speech.modelName(false),

  /** Models of the local engine. */
  models: async (): Promise<Models> => ready.modelsOf(await ready.choosePack(false)),

  async decode(recording: string, pcm: string): Promise<PcmFile> {
    const options = { maxDurationMs: Number.MAX_SAFE_INTEGER, signal: never, onProgress: noop };
    return { path: pcm, ...(await media.decode(recording, pcm, options)) };
  },

  /** Voice activity detection alone, which on this machine is a part of `recognize`. */
  detect: (audio: PcmFile): Promise<TimeRange[]> => new LocalSpeechEngine(ready).detect(requestFor(audio)),

  recognize: (audio: PcmFile): Promise<Recognition> =>
    speech.recognize({ ...requestFor(audio), language: 'pt', terms: [], notify: null }),

  /** As the local engine hears it, with the model's own confidences. */
  hear: (audio: PcmFile) => new LocalSpeechEngine(ready).hear({ ...requestFor(audio), language: 'pt' }),

  confidence: async () => {
    const { hasConfidence, calibration } = await ready.choosePack(false);
    return { hasConfidence, calibration };
  },

  /** Null if the engine does not diarize. */
  diarize: async (audio: PcmFile, speakerCount: number | null = null): Promise<SpeakerTurn[] | null> =>
    (await speech.diarize(requestFor(audio, speakerCount)))?.turns ?? null,

  assemble: (words: Word[], turns: SpeakerTurn[]): Utterance[] => assembleUtterances(words, turns),
};

export type Pipeline = typeof pipeline;
