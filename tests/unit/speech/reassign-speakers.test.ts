import { describe, expect, it } from 'vitest';
import { reassignSpeakers } from '@/app/domain/speech/reassign-speakers';
import { createUtterance } from '@/app/domain/transcript/create-utterance';
import type { Utterance, Word } from '@/app/domain/transcript/transcript';

const STEP_MS = 500;

/** One word per half second; `Ana: bom dia | B: sim` */
function textOf(lines: string): Utterance[] {
  let at = 0;
  return lines.split(' | ').map((line) => {
    const [speaker, text] = line.split(': ') as [string, string];
    const words = text.split(' ').map((word): Word => {
      const startMs = at;
      at += STEP_MS;
      return { text: word, startMs, endMs: startMs + STEP_MS - 50, confidence: 0.5 };
    });
    return createUtterance(speaker, words);
  });
}

/** Speaker number of the diarizer for each half second. */
const turnsOf = (numbers: string) =>
  [...numbers].map((number, index) => ({
    speaker: Number(number),
    startMs: index * STEP_MS,
    endMs: (index + 1) * STEP_MS,
  }));

const reassigned = (lines: string, numbers: string) =>
  reassignSpeakers(textOf(lines), turnsOf(numbers))
    .map(({ speaker, text }) => `${speaker}: ${text}`)
    .join(' | ');

describe('reassignSpeakers', () => {
  it('keeps user-entered names, regardless of the new numbers', () => {
    expect(reassigned('Ana: bom dia a todos | Rui: sim bom dia', '7777222')).toBe(
      'Ana: bom dia a todos | Rui: sim bom dia',
    );
  });

  it('splits an utterance with two speakers', () => {
    expect(reassigned('Ana: bom dia a todos sim bom dia', '0000111')).toBe(
      'Ana: bom dia a todos | A: sim bom dia',
    );
  });

  it('joins utterances without a speaker change, unless a user split them', () => {
    expect(reassigned('A: bom dia | B: a todos vocês', '00000')).toBe('B: bom dia a todos vocês');
    expect(reassigned('A: bom dia | A: a todos vocês', '00000')).toBe('A: bom dia | A: a todos vocês');
  });

  it('assigns unused letters', () => {
    expect(reassigned('B: um dois três quatro | A: cinco', '00112')).toBe(
      'B: um dois | C: três quatro | A: cinco',
    );
  });

  it('keeps names unique: the best match gets the name', () => {
    expect(reassigned('Ana: um dois três quatro cinco', '00111')).toBe('A: um dois | Ana: três quatro cinco');
  });

  it('preserves words, times and marks', () => {
    const text = textOf('Ana: bom dia a todos');
    text[0]!.words[1] = { ...text[0]!.words[1]!, highlight: 'blue', struck: true, confidence: 1 };
    const words = reassignSpeakers(text, turnsOf('0011')).flatMap((utterance) => utterance.words);
    expect(words).toEqual(text[0]!.words);
  });

  it('keeps the speakers when the diarizer finds no turns', () => {
    expect(reassigned('Ana: bom | Rui: dia', '')).toBe('Ana: bom | Rui: dia');
    expect(reassignSpeakers([], turnsOf('00'))).toEqual([]);
  });
});
