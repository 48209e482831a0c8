import { expect, it } from 'vitest';
import { rewriteInChunks } from '@/app/domain/format/rewrite-in-chunks';

const LENGTHS = [0, 1, 65_535, 65_536, 65_537, 200_000];

it.each(LENGTHS)('gives the same result in chunks as at once for %d characters', (length) => {
  const text = 'a<b '.repeat(length / 4 + 1).slice(0, length);
  const rewrite = (part: string, from: number) =>
    part.replace(/[< ]/g, (letter, at) => `${letter}${from + at}`);
  expect(rewriteInChunks(text, rewrite)).toBe(rewrite(text, 0));
});
