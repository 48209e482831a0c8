import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TimeRange } from '@/app/domain/transcript/time-range';
import { findSegments } from '@/app/integrations/speech/local/detect-speech';
import { readPack } from '@/app/integrations/speech/local/pack.server';
import { PcmReader } from '@/app/integrations/speech/local/pcm';
import { ReadyModels } from '@/app/integrations/speech/local/ready-models.server';
import type { PcmFile } from '@/app/integrations/speech/port';
import { soundOf } from '@/tests/factories/sounds';
import { writePcm, writeSample } from './sample';

const SECONDS = 290;
/**
 * The benchmark (`npm run bench -- end-to-end`) requires 2; CPU time on a busy machine is less exact, and the
 * regression that this guards against was 20 or more.
 */
const MOST_TIMES = 5;

const demo = readPack('demo');
const models = new ReadyModels({ mode: 'demo', dataDir: '', wanted: demo, demo }).modelsOf(demo);
let dir: string;

async function detect(audio: PcmFile): Promise<{ segments: TimeRange[]; cpuMs: number }> {
  const pcm = await PcmReader.open(audio);
  try {
    const before = process.cpuUsage();
    const segments = await findSegments(pcm, models, () => undefined);
    const { user, system } = process.cpuUsage(before);
    return { segments, cpuMs: (user + system) / 1000 };
  } finally {
    await pcm.close();
  }
}

const lengthOf = (segments: TimeRange[]) =>
  segments.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0) / 1000;

beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'celeste-speech-'));
});

afterAll(() => rm(dir, { recursive: true }));

describe('the voice activity detector', () => {
  let speech: Awaited<ReturnType<typeof detect>>;

  beforeAll(async () => {
    const audio = await writeSample(path.join(dir, 'speech.s16'), 4);
    await detect(audio);
    speech = await detect(audio);
  });

  it.each(['sine tone', 'white noise', 'square wave'])(
    'takes no more time for a %s than for speech',
    async (name) => {
      const audio = await writePcm(path.join(dir, 'sound.s16'), soundOf(name, SECONDS));
      const { segments, cpuMs } = await detect(audio);
      // Continuous sound: the case that must not take quadratic time.
      expect(lengthOf(segments)).toBeGreaterThan(SECONDS - 2);
      expect(cpuMs / speech.cpuMs).toBeLessThan(MOST_TIMES);
    },
  );

  it('detects where speech begins and ends', async () => {
    const pause = Buffer.alloc(32_000);
    const sound = soundOf('sine tone', 7);
    const audio = await writePcm(
      path.join(dir, 'pauses.s16'),
      Buffer.concat([pause, sound, pause, sound, pause]),
    );
    const { segments } = await detect(audio);
    expect(segments).toHaveLength(2);
    // Tolerance: the padding of 0.2 s and a window or two.
    for (const [index, startMs] of [1_000, 9_000].entries()) {
      expect(Math.abs(segments[index]!.startMs - startMs)).toBeLessThan(400);
      expect(Math.abs(segments[index]!.endMs - startMs - 7_000)).toBeLessThan(400);
    }
  });
});
