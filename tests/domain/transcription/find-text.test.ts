import fc from 'fast-check';
import { expect, it } from 'vitest';
import { findText, replacePlaces } from '@/app/domain/transcription/find-text';

const TEXT = 'É a mãe, não a MAE; amanhã é a mamãe.';
const found = (sought: string, options: Partial<Parameters<typeof findText>[2]> = {}) =>
  findText(TEXT, sought, { wholeWords: false, exactAccents: false, ...options }).map(({ start, end }) =>
    TEXT.slice(start, end),
  );

it('finds a text without regard to case, and to accents unless they are asked for', () => {
  expect(found('mae')).toEqual(['mãe', 'MAE', 'mãe']);
  expect(found('mãe', { exactAccents: true })).toEqual(['mãe', 'mãe']);
  expect(found('mae', { exactAccents: true })).toEqual(['MAE']);
});

it('finds whole words alone when they are asked for', () => {
  expect(found('mae', { wholeWords: true })).toEqual(['mãe', 'MAE']);
  expect(found('a', { wholeWords: true })).toEqual(['a', 'a', 'a']);
  expect(found('  ')).toEqual([]);
});

it('replaces what it found and nothing else', () => {
  const places = findText(TEXT, 'mae', { wholeWords: true, exactAccents: false });
  expect(replacePlaces(TEXT, places, 'tia')).toBe('É a tia, não a tia; amanhã é a mamãe.');
});

it('tells places of the text itself, whatever the letters', () => {
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
