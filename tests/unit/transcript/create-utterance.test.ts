import { expect, it } from 'vitest';
import { createUtterance } from '@/app/domain/transcript/create-utterance';

it('handles more words than the argument limit of a function', () => {
  const words = Array.from({ length: 500_000 }, (_, index) => ({
    text: 'a',
    startMs: index,
    endMs: index + 1,
    confidence: 0.5,
  }));
  const { startMs, endMs, confidence, text } = createUtterance('Speaker A', words);
  expect([startMs, endMs, confidence, text.length]).toEqual([0, 500_000, 0.5, 999_999]);
});
