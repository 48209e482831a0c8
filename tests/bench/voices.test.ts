import { describe, expect, it } from 'vitest';
import { findEspeak, synthesizeConversation } from './voices';

const espeak = findEspeak();
if (!espeak) {
  const message = 'espeak-ng is not installed (Debian: apt-get install espeak-ng)';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! "synthetic voices" ARE LEFT OUT of this run: ${message}\n\n`);
}

const HEADER_BYTES = 44;
const SAMPLES_PER_MS = 22.05;
const wanted = { count: 3, minutes: 0.5, seed: 7 };

describe.skipIf(!espeak)('synthetic voices', () => {
  it('speak exactly in their turns, each of them, without overlap', () => {
    const { audio, turns } = synthesizeConversation(espeak!, wanted);
    expect(new Set(turns.map(({ speaker }) => speaker)).size).toBe(3);
    expect(turns.at(-1)!.endMs).toBeGreaterThan(30_000);
    const samples = new Int16Array(audio.buffer, audio.byteOffset + HEADER_BYTES);
    const loudest = (fromMs: number, toMs: number) =>
      samples
        .subarray(Math.ceil(fromMs * SAMPLES_PER_MS), Math.floor(toMs * SAMPLES_PER_MS))
        .reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
    let endedMs = 0;
    for (const { startMs, endMs } of turns) {
      expect(startMs).toBeGreaterThan(endedMs);
      expect(loudest(endedMs + 1, startMs - 1)).toBe(0);
      expect(loudest(startMs, startMs + 20)).toBeGreaterThan(30);
      expect(loudest(endMs - 20, endMs)).toBeGreaterThan(30);
      endedMs = endMs;
    }
  });

  it('say the same for the same seed, and something else for another', () => {
    const one = synthesizeConversation(espeak!, wanted);
    const again = synthesizeConversation(espeak!, wanted);
    expect(again.turns).toEqual(one.turns);
    expect(again.audio.equals(one.audio)).toBe(true);
    expect(synthesizeConversation(espeak!, { ...wanted, seed: 8 }).turns).not.toEqual(one.turns);
  });
});
