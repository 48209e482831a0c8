import { describe, expect, it } from 'vitest';
import { Random } from '../../soak/random';
import { diarizationErrors, type Turn } from './der';
import { findSctk, mdEvalPercent, type ScoredTurns, scliteErrors } from './sctk';
import { wordErrors } from './wer';

const sctk = findSctk();
if (!sctk) {
  const message = 'sclite and md-eval are not installed (Debian: apt-get install sctk)';
  if (process.env.CI) throw new Error(message);
  process.stderr.write(`\n!!! "against NIST's scorers" IS LEFT OUT of this run: ${message}\n\n`);
}

const SEED = 20_261_122;
const VOCABULARY = ['a', 'à', 'as', 'reunião', 'começa', 'às', 'nove', 'amanhã', 'não', 'é'];
const COLLARS_MS = [0, 250];

const turn = (speaker: string, startMs: number, endMs: number): Turn => ({ speaker, startMs, endMs });

/** Random words, and the same words with random deletions, substitutions and insertions. */
function misheard(random: Random, length: number): { reference: string; hypothesis: string } {
  const said = Array.from({ length }, () => random.pick(VOCABULARY));
  const heard = said.flatMap((word) => {
    const fate = random.below(15);
    if (fate === 0) return [];
    if (fate === 1) return [random.pick(VOCABULARY)];
    return fate === 2 ? [random.pick(VOCABULARY), word] : [word];
  });
  return { reference: said.join(' '), hypothesis: heard.join(' ') };
}

/**
 * Random turns of up to four speakers, some overlapping, and the same turns with shifted boundaries and
 * confused speakers.
 */
function confused(random: Random): ScoredTurns {
  let atMs = 0;
  const reference = Array.from({ length: 30 }, () => {
    const startMs = Math.max(0, atMs + random.below(2000) - 600);
    atMs = startMs + 200 + random.below(6000);
    return turn(random.pick(['Ana', 'Rui', 'Eva', 'Zé']), startMs, atMs);
  });
  const hypothesis = reference.flatMap((said) => {
    if (random.below(10) === 0) return [];
    const speaker = random.below(8) === 0 ? random.pick(['x', 'Ana', 'Rui']) : `heard-${said.speaker}`;
    const startMs = Math.max(0, said.startMs + random.below(900) - 450);
    return [turn(speaker, startMs, Math.max(startMs + 50, said.endMs + random.below(900) - 450))];
  });
  return { reference, hypothesis };
}

describe.skipIf(!sctk)("against NIST's scorers", () => {
  it('counts the same substitutions, deletions and insertions as sclite', async () => {
    const pairs = [
      { reference: 'a reunião começa às nove', hypothesis: 'a reunião começa as nove' },
      { reference: 'não é { amanhã / hoje à noite / @ } não', hypothesis: 'não é hoje à noite' },
      { reference: 'um dois três', hypothesis: 'um um dois dois três' },
      { reference: 'Sexta-feira, às 9h!', hypothesis: '' },
    ];
    const ours = pairs.map(({ reference, hypothesis }) => wordErrors(reference, hypothesis));
    expect(ours.map(({ substitutions, deletions, insertions }) => [substitutions, deletions, insertions]))
      // às→as; −não; +um +dois; all four words missing.
      .toEqual([
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 2],
        [0, 4, 0],
      ]);
    const theirs = await scliteErrors(sctk!, pairs);
    expect(theirs).toMatchObject({ substitutions: 1, deletions: 5, insertions: 2 });
    const sum = (key: 'substitutions' | 'deletions' | 'insertions' | 'words') =>
      ours.reduce((total, errors) => total + errors[key], 0);
    expect(theirs.words).toBe(sum('words'));
  });

  it('finds as many errors in random texts as sclite, within 0.1 % of their words', async () => {
    const random = new Random(SEED);
    const pairs = Array.from({ length: 20 }, () => misheard(random, 200 + random.below(100)));
    const ours = pairs.map(({ reference, hypothesis }) => wordErrors(reference, hypothesis));
    const words = ours.reduce((sum, errors) => sum + errors.words, 0);
    const errors = ours.reduce((sum, own) => sum + (own.percent * own.words) / 100, 0);
    const theirs = await scliteErrors(sctk!, pairs);
    expect(theirs.words).toBe(words);
    expect(errors).toBeGreaterThan(words / 10);
    expect(Math.abs(theirs.percent - (100 * errors) / words)).toBeLessThanOrEqual(0.1);
  });

  it.each(COLLARS_MS)('agrees with md-eval on known speaker errors, collar %d ms', async (collarMs) => {
    const reference = [turn('Ana', 0, 4000), turn('Rui', 4000, 10_000), turn('Ana', 9000, 12_000)];
    const hypothesis = [turn('0', 0, 5000), turn('1', 5000, 9000), turn('0', 10_000, 12_500)];
    // 1 s confused, 2 s missed and 0.5 s of false alarm, of 13 s; within collars 0.25, 1 and 0.25 s of them,
    // of 2.5 s.
    const expected = collarMs === 0 ? (100 * 3.5) / 13 : (100 * 2) / 10.5;
    expect(diarizationErrors(reference, hypothesis, { collarMs }).percent).toBeCloseTo(expected, 6);
    expect(await mdEvalPercent(sctk!, [{ reference, hypothesis }], { collarMs })).toBeCloseTo(expected, 1);
  });

  it.each(COLLARS_MS)('agrees with md-eval on random turns with overlap, collar %d ms', async (collarMs) => {
    const random = new Random(SEED);
    for (let round = 0; round < 10; round += 1) {
      const turns = confused(random);
      const ours = diarizationErrors(turns.reference, turns.hypothesis, { collarMs });
      expect(ours.percent).toBeGreaterThan(5);
      expect(Math.abs((await mdEvalPercent(sctk!, [turns], { collarMs })) - ours.percent)).toBeLessThan(0.02);
    }
  });
});
