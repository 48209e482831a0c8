import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { assembleUtterances } from '@/app/domain/speech/assemble-utterances';
import type { SpeakerTurn, Word } from '@/app/domain/transcript/transcript';

const word = (text: string, startMs: number, endMs: number, confidence = 1): Word => ({
  text,
  startMs,
  endMs,
  confidence,
});
const turn = (speaker: number, startMs: number, endMs: number): SpeakerTurn => ({ speaker, startMs, endMs });
const spoken = (words: Word[], turns: SpeakerTurn[]) =>
  assembleUtterances(words, turns).map(({ speaker, text }) => `${speaker}: ${text}`);

describe('assembleUtterances', () => {
  it('labels speakers by first appearance, not by the diarizer’s numbers', () => {
    const words = [word('olá', 0, 500), word('oi', 1000, 1500), word('tudo', 2000, 2500)];
    expect(spoken(words, [turn(9, 0, 600), turn(2, 900, 1600), turn(9, 1900, 2600)])).toEqual([
      'A: olá',
      'B: oi',
      'A: tudo',
    ]);
  });

  it('assigns a word to the speaker whose turns overlap it most in total', () => {
    const words = [word('disputado', 0, 1000)];
    const turns = [turn(1, 0, 300), turn(2, 300, 700), turn(1, 700, 1000)];
    expect(spoken([word('antes', -500, -100), ...words], [turn(2, -600, -50), ...turns])).toEqual([
      'A: antes',
      'B: disputado',
    ]);
  });

  it('uses the nearest turn within 1 s, else the speaker before', () => {
    const turns = [turn(1, 0, 1000), turn(2, 5000, 6000)];
    const words = [
      word('um', 0, 900),
      word('dois', 2050, 2100),
      word('três', 3000, 3400),
      word('quatro', 4100, 4800),
      word('cinco', 5000, 5900),
    ];
    expect(spoken(words, turns)).toEqual(['A: um dois três', 'B: quatro cinco']);
  });

  it('takes the nearest turn at any distance for words before all turns', () => {
    expect(spoken([word('cedo', 0, 400), word('tarde', 60_000, 60_500)], [turn(3, 60_000, 61_000)])).toEqual([
      'A: cedo',
      'A: tarde',
    ]);
  });

  it('finds a long turn behind many short ones', () => {
    const turns = [
      turn(1, 0, 100_000),
      ...Array.from({ length: 50 }, (_, i) => turn(2, 1000 + i * 100, 1050 + i * 100)),
    ];
    expect(spoken([word('sim', 2000, 2050), word('longe', 90_000, 90_500)], turns)[1]).toContain('longe');
    expect(assembleUtterances([word('longe', 90_000, 90_500)], turns)[0]!.speaker).toBe('A');
  });

  it('smooths a lone word under 0.4 s between words of one other speaker', () => {
    const turns = [turn(1, 0, 1000), turn(2, 1000, 1400), turn(1, 1400, 3000)];
    const around = (endMs: number) => [word('eu', 0, 900), word('não', 1000, endMs), word('sei', 1450, 2000)];
    expect(spoken(around(1399), turns)).toEqual(['A: eu não sei']);
    expect(spoken(around(1400), turns)).toEqual(['A: eu', 'B: não', 'A: sei']);
  });

  it('keeps a short answer that is separated by pauses', () => {
    const turns = [turn(1, 0, 1000), turn(2, 3000, 3300), turn(1, 5000, 6000)];
    const words = [word('certo', 0, 1000), word('sim', 3000, 3300), word('então', 5000, 6000)];
    expect(spoken(words, turns)).toEqual(['A: certo', 'B: sim', 'A: então']);
  });

  it('begins a new utterance after a pause over 1.5 s, not at 1.5 s', () => {
    const turns = [turn(1, 0, 10_000)];
    expect(spoken([word('um', 0, 500), word('dois', 2000, 2500)], turns)).toEqual(['A: um dois']);
    expect(spoken([word('um', 0, 500), word('dois', 2001, 2500)], turns)).toEqual(['A: um', 'A: dois']);
  });

  it('weights an utterance’s confidence by duration: (0.9 × 300 + 0.5 × 100) / 400 = 0.8', () => {
    const [utterance] = assembleUtterances([word('bom', 0, 300, 0.9), word('dia', 300, 400, 0.5)], []);
    expect(utterance).toMatchObject({ speaker: 'A', startMs: 0, endMs: 400, text: 'bom dia' });
    expect(utterance!.confidence).toBeCloseTo(0.8, 10);
  });

  it('labels the speaker after Z AA', () => {
    const words = Array.from({ length: 54 }, (_, i) => word(`p${i}`, i * 1000, i * 1000 + 900));
    const turns = words.map(({ startMs, endMs }, i) => turn(i, startMs, endMs));
    const labels = assembleUtterances(words, turns).map((utterance) => utterance.speaker);
    expect(labels.slice(24, 29)).toEqual(['Y', 'Z', 'AA', 'AB', 'AC']);
    expect(labels.slice(51)).toEqual(['AZ', 'BA', 'BB']);
  });

  it('returns one speaker without turns, and nothing without words', () => {
    expect(spoken([word('só', 0, 500), word('eu', 5000, 5500)], [])).toEqual(['A: só', 'A: eu']);
    expect(assembleUtterances([], [turn(1, 0, 1000)])).toEqual([]);
  });

  it('keeps every word once, in order, with increasing times, for any words and turns', () => {
    const words = fc
      .array(
        fc.record({
          gap: fc.nat(4000),
          length: fc.nat(1500),
          confidence: fc.double({ min: 0, max: 1, noNaN: true }),
        }),
        { maxLength: 60 },
      )
      .map((steps) => {
        let at = 0;
        return steps.map(({ gap, length, confidence }, i) => {
          const startMs = at + gap;
          at = startMs + length;
          return word(`p${i}`, startMs, at, confidence);
        });
      });
    const turns = fc.array(
      fc
        .record({ speaker: fc.nat(5), startMs: fc.nat(150_000), length: fc.nat(20_000) })
        .map(({ speaker, startMs, length }) => turn(speaker, startMs, startMs + length)),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(words, turns, (allWords, allTurns) => {
        const utterances = assembleUtterances(allWords, allTurns);
        expect(utterances.flatMap((utterance) => utterance.words)).toEqual(allWords);
        let earliest = 0;
        for (const utterance of utterances) {
          expect(utterance.startMs).toBeGreaterThanOrEqual(earliest);
          expect(utterance.startMs).toBe(utterance.words[0]!.startMs);
          expect(utterance.endMs).toBe(utterance.words.at(-1)!.endMs);
          expect(utterance.text).toBe(utterance.words.map((one) => one.text).join(' '));
          earliest = utterance.endMs;
        }
        const labels = [...new Set(utterances.map((utterance) => utterance.speaker))];
        expect(labels).toEqual(['A', 'B', 'C', 'D', 'E', 'F'].slice(0, labels.length));
        const speakers = new Set(allTurns.map((one) => one.speaker));
        expect(labels.length).toBeLessThanOrEqual(Math.max(1, speakers.size));
      }),
    );
  });
});
