import { expect, it } from 'vitest';
import { replaceLetters } from '@/app/domain/format/replace-letters';

const LENGTHS = [0, 1, 65_535, 65_536, 65_537, 200_000];

it.each(LENGTHS)('replaces in %d letters what one replacement would', (length) => {
  const text = 'a<b '.repeat(length / 4 + 1).slice(0, length);
  const by = (letter: string, at: number) => (at % 3 === 0 ? letter : `[${letter}${at}]`);
  expect(replaceLetters(text, /[< ]/g, by)).toBe(text.replace(/[< ]/g, by));
});
