import { describe, expect, it } from 'vitest';
import { stretchFrom } from '@/app/domain/api/stretch';

const utterance = (startMs: number, text: string) => ({
  ...{ speaker: 'Ana', startMs, endMs: startMs + 900, confidence: 1, text, words: [] },
});
const talk = [utterance(0, 'um'), utterance(1000, 'dois'), utterance(2000, 'x'.repeat(300))];

describe('a stretch of a transcript', () => {
  it('has times and speakers, and says where the next one begins', () => {
    expect(stretchFrom(talk, 0, 60)).toEqual({
      text: '[00:00:00] Ana: um\n[00:00:01] Ana: dois',
      nextMs: 2000,
    });
  });

  it('begins with the utterance that is spoken at that time', () => {
    expect(stretchFrom(talk, 950, 40)).toEqual({ text: '[00:00:01] Ana: dois', nextMs: 2000 });
  });

  it('moves on where one utterance is longer than it', () => {
    const { text, nextMs } = stretchFrom(talk, 2000, 100);
    expect([text.length, nextMs]).toEqual([100, null]);
  });

  it('is empty past the end', () => {
    expect(stretchFrom(talk, 60_000, 100)).toEqual({ text: '', nextMs: null });
  });
});
