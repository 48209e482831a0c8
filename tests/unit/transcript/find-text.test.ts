import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findText, replaceRanges } from '@/app/domain/transcript/find-text';

const TEXT = 'É a mãe, não a MAE; amanhã é a mamãe.';
const found = (sought: string, options: Partial<Parameters<typeof findText>[2]> = {}) =>
  findText(TEXT, sought, { wholeWords: false, exactAccents: false, ...options }).map(({ start, end }) =>
    TEXT.slice(start, end),
  );

it('ignores case, and accents unless exactAccents is set', () => {
  expect(found('mae')).toEqual(['mãe', 'MAE', 'mãe']);
  expect(found('mãe', { exactAccents: true })).toEqual(['mãe', 'mãe']);
  expect(found('mae', { exactAccents: true })).toEqual(['MAE']);
});

it('finds only whole words when wholeWords is set', () => {
  expect(found('mae', { wholeWords: true })).toEqual(['mãe', 'MAE']);
  expect(found('a', { wholeWords: true })).toEqual(['a', 'a', 'a']);
  expect(found('  ')).toEqual([]);
});

it('replaces only the matches', () => {
  const places = findText(TEXT, 'mae', { wholeWords: true, exactAccents: false });
  expect(replaceRanges(TEXT, places, 'tia')).toBe('É a tia, não a tia; amanhã é a mamãe.');
});

it('returns offsets of the original text for any characters', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      (before, sought) => {
        fc.pre(sought.trim() !== '');
        const text = `${before} ${sought} ${before}`;
        const places = findText(text, sought, { wholeWords: false, exactAccents: true });
        expect(places.map(({ start, end }) => text.slice(start, end).toLowerCase())).toContain(
          sought.toLowerCase(),
        );
      },
    ),
  );
});
