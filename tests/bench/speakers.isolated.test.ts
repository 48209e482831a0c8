import '@/tests/support/data-folder';
import { mkdtemp } from 'node:fs/promises';
import path from 'node:path';
import { expect, inject, it } from 'vitest';
import { LocalSpeechEngine } from '@/app/integrations/speech/local/engine.server';
import { readPack } from '@/app/integrations/speech/local/pack.server';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import { InMemoryCheckpoints } from '../integrations/speech/in-memory-checkpoints';
import { bareTurns } from './bare-stages';
import { pipeline } from './pipeline';
import { scoreSpeakers } from './speakers';
import { findEspeak, synthesizeConversation, writeConversation } from './voices';

const espeak = findEspeak();
if (!espeak) {
  const message = 'espeak-ng is not installed (Debian: apt-get install espeak-ng)';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! "speakers of a whole recording" ARE LEFT OUT of this run: ${message}\n\n`);
}

/** Blocks of a minute, so that a short recording has as many as one of an hour. */
function engineOf(): LocalSpeechEngine {
  const demo = readPack('demo');
  const short = { ...demo, diarization: { ...demo.diarization, blockLength: 60 } };
  return new LocalSpeechEngine(
    new ReadyModels({ mode: 'demo', dataDir: '/nowhere', wanted: readPack('full'), demo: short }),
  );
}

it.skipIf(!espeak)(
  'finds the voices of many blocks, and confuses them no more than a single bare call',
  async () => {
    const folder = await mkdtemp(path.join(inject('runFolder'), 'speakers-'));
    const said = synthesizeConversation(espeak!, { count: 8, minutes: 6, seed: 22 });
    const recording = path.join(folder, 'voices.wav');
    await writeConversation(said, recording);
    const audio = await pipeline.decode(recording, path.join(folder, 'voices.s16'));
    const request = {
      audio: async () => audio,
      signal: new AbortController().signal,
      onProgress: () => undefined,
      isSample: false,
      speakerCount: null,
      notes: new InMemoryCheckpoints(),
    };
    const bare = scoreSpeakers(said, await bareTurns(await pipeline.models(), audio.path));
    const ours = scoreSpeakers(said, (await engineOf().diarize(request)).turns);
    const given = await engineOf().diarize({ ...request, speakerCount: 8 });
    console.log(
      `ours ${ours.found}, ${ours.confusion.toFixed(1)} %; bare ${bare.found}, ${bare.confusion.toFixed(1)} %`,
    );
    expect(ours.found).toBe(8);
    expect(ours.confusion).toBeLessThan(Math.max(5, 1.1 * bare.confusion));
    expect(scoreSpeakers(said, given.turns).found).toBe(8);
  },
  60_000,
);
