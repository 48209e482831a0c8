import path from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { describeWithChromium } from '../../support/browser';
import {
  attendDialogue,
  type FakeMeet,
  type Line,
  type RoomScript,
  type SpokenTurn,
  scoreNames,
  startFakeMeet,
} from '../../support/fake-meet';
import { availableAdapters, decode } from '../media/adapters';
import { readSamples } from '../media/samples';

const ana = { name: 'Ana Souza', pitch: 220 };
const bruno = { name: 'Bruno Lima', pitch: 110 };

/** Short turns, with and without pauses; 22 s. */
const DIALOGUE: Line[] = [
  { ...bruno, seconds: 1.5, pauseMs: 0 },
  { ...ana, seconds: 2, pauseMs: 1_500 },
  { ...bruno, seconds: 0.8, pauseMs: 250 },
  { ...ana, seconds: 1.2, pauseMs: 100 },
  { ...bruno, seconds: 2.5, pauseMs: 1_800 },
  { ...ana, seconds: 1, pauseMs: 1_600 },
  { ...bruno, seconds: 1, pauseMs: 200 },
  { ...ana, seconds: 1.5, pauseMs: 1_700 },
  { ...bruno, seconds: 1, pauseMs: 300 },
];

const SAMPLES_PER_MS = 16;

/** How loud a stretch of a recording is, 0 to 1. */
function loudness(samples: Int16Array, startMs: number, endMs: number): number {
  const part = samples.subarray(Math.round(startMs * SAMPLES_PER_MS), Math.round(endMs * SAMPLES_PER_MS));
  return Math.sqrt(part.reduce((sum, sample) => sum + (sample / 32_768) ** 2, 0) / part.length);
}

describeWithChromium('voices in a meeting', () => {
  let meet: FakeMeet;

  beforeAll(async () => {
    meet = await startFakeMeet();
  });
  afterAll(() => meet.close());

  async function attend(script: RoomScript) {
    const folder = path.join(inject('runFolder'), 'voices', `${script.signal}${script.isMute ?? ''}`);
    const people = [ana.name, bruno.name, 'Caio Bot'];
    const { piece, truth, states } = await attendDialogue(meet, { ...script, people }, DIALOGUE, folder);
    expect(piece.timeline.people).toEqual([ana.name, bruno.name]);
    const isUnheard = states.map((state) => state.phase === 'recording' && (state.isUnheard ?? false));
    return { piece, truth, isUnheard };
  }

  it.concurrent.each<[string, RoomScript]>([
    ['by a glow whose class names change', { signal: 'glow', rotateEveryMs: 14_000 }],
    ['by streams that the page gives to people', { signal: 'streams' }],
    ['by what streams say of their sources', { signal: 'sources' }],
  ])('get their names: %s', async (_how, script) => {
    const { piece, truth, isUnheard } = await attend(script);
    expect([isUnheard.includes(true), piece.isUnheard]).toEqual([false, false]);
    const score = scoreNames(piece.timeline.spoken, truth, piece.startedAt.getTime());
    const seen = JSON.stringify({
      score,
      spoken: piece.timeline.spoken,
      truth: timesOf(truth, piece.startedAt),
    });
    expect(score.right, seen).toBeGreaterThanOrEqual(0.9);
    expect(score.wrong, seen).toBeLessThanOrEqual(0.02);
  });

  it.concurrent('are seen when they do not arrive', async () => {
    const { piece, isUnheard } = await attend({ signal: 'glow', isMute: true });
    expect([isUnheard.at(-1), piece.isUnheard, piece.timeline.spoken]).toEqual([true, true, []]);
  });

  it.concurrent('are recorded when they speak, and get no names from a page that shows one for all', async () => {
    const { piece, truth } = await attend({ signal: 'one-name' });
    expect(piece.timeline.spoken).toEqual([]);
    const [adapter] = availableAdapters();
    const pcm = `${piece.audioPath}.pcm`;
    await decode(adapter!.create(), piece.audioPath, pcm);
    const { samples } = await readSamples(pcm);
    const turns = timesOf(truth, piece.startedAt);
    const spoken = turns.map(({ startMs, endMs }) => loudness(samples, startMs + 250, endMs - 100));
    const pauses = turns
      .flatMap(({ startMs }, index) => ({ startMs: turns[index - 1]?.endMs ?? 0, endMs: startMs }))
      .filter(({ startMs, endMs }) => endMs - startMs > 1_000)
      .map(({ startMs, endMs }) => loudness(samples, startMs + 600, endMs - 100));
    expect(Math.min(...spoken), spoken.join()).toBeGreaterThan(0.02);
    expect(Math.max(...pauses), pauses.join()).toBeLessThan(0.005);
  });
});

const timesOf = (turns: SpokenTurn[], startedAt: Date) =>
  turns.map(({ name, startedAt: from, endedAt }) => ({
    name,
    startMs: from - startedAt.getTime(),
    endMs: endedAt - startedAt.getTime(),
  }));
