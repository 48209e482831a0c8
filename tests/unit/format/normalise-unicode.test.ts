import fc from 'fast-check';
import { expect, it } from 'vitest';
import { graphemesOf } from '@/app/domain/format/graphemes';
import { normaliseUnicode, toOneLine } from '@/app/domain/format/normalise-unicode';

/** Arbitrary input: letters, combining marks, emoji of several code points, lone surrogates. */
const texts = fc.string({
  unit: fc.oneof(
    fc.string({ unit: 'grapheme', minLength: 1, maxLength: 1 }),
    fc.constantFrom('e\u0301', '\u0323', '👩‍👩‍👧', '🇧🇷', '\ud83d', '\uff9e'),
  ),
  maxLength: 900,
});

it('normalises ordinary text like String.normalize', () => {
  const sensible = texts.filter((text) => !/[\p{M}\uff9e]{30}/u.test(text));
  fc.assert(
    fc.property(sensible, fc.constantFrom('NFC' as const, 'NFD' as const, 'NFKD' as const), (text, form) => {
      expect(normaliseUnicode(text, form)).toBe(text.normalize(form));
    }),
  );
});

it('splits runs of more than 30 combining marks', () => {
  const marks = '\u0301\u0323'.repeat(50);
  const runs = normaliseUnicode(`a${marks}`, 'NFD').split('\u034f');
  expect(runs.map(({ length }) => length)).toEqual([31, 30, 30, 10]);
  expect(normaliseUnicode(`a${marks}`, 'NFD').replaceAll('\u034f', '')).toHaveLength(101);
});

it('gives the same graphemes as the segmenter for a text of any length', () => {
  fc.assert(
    fc.property(texts, (text) => {
      const seen = Array.from(new Intl.Segmenter().segment(text), ({ segment }) => segment);
      expect([...graphemesOf(text)]).toEqual(seen);
    }),
  );
  const thumb = '👍🏽';
  for (const before of ['', 'a', 'aa', 'aaa']) {
    expect([...graphemesOf(before + thumb.repeat(1_000))]).toHaveLength(before.length + 1_000);
  }
  expect([...graphemesOf('🇧🇷'.repeat(1_000))]).toHaveLength(1_000);
});

it.each([
  ['👩‍👩‍👧 Ana', '👩‍👩‍👧 Ana'],
  ['علی\u200cرضا', 'علی\u200cرضا'],
  ['क्\u200dष', 'क्\u200dष'],
  ['\u200dAna \u200c Bia\u200d', 'Ana Bia'],
  ['Ana\u200d\u200dBia', 'Ana Bia'],
  ['\u200c\u200d', ''],
  ['Jo\ud800x \udc00', 'Jo x'],
  ['Ana\u202e\u2066 Bia\u200b\ufeff\u0007Caio\u00ad', 'Ana Bia Caio'],
])('writes %j on one line as %j', (text, line) => {
  expect(toOneLine(text)).toBe(line);
});
