import { LocalSpeechEngine } from '@/app/integrations/speech/local/engine.server';
import { readPack } from '@/app/integrations/speech/local/pack.server';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import type { PcmFile } from '@/app/integrations/speech/port';
import { InMemoryCheckpoints } from './in-memory-checkpoints';

/**
 * A process that diarizes a recording for minutes: its segmentation window shifts by a hundredth at a time.
 */
process.once('message', (audio: PcmFile) => {
  const demo = readPack('demo');
  const slow = { ...demo, diarization: { ...demo.diarization, windowShiftRatio: 0.01 } };
  const models = new ReadyModels({ mode: 'demo', dataDir: '/nowhere', wanted: readPack('full'), demo: slow });
  const request = {
    audio: async () => audio,
    signal: new AbortController().signal,
    onProgress: () => undefined,
    isSample: true,
    speakerCount: null,
    notes: new InMemoryCheckpoints(),
  };
  void new LocalSpeechEngine(models).diarize(request);
});
