import { describe, expect, it } from 'vitest';
import { mapPlace } from '@/app/domain/transcript/map-place';

/** Texts with a bar at the place. */
function placed(...texts: string[]) {
  const index = texts.findIndex((text) => text.includes('|'));
  return { texts: texts.map((text) => text.replace('|', '')), index, offset: texts[index]!.indexOf('|') };
}

/** The texts after the change, with a bar where the place is now. */
function mapped(before: string[], after: string[]): string[] | null {
  const { texts, ...place } = placed(...before);
  const now = mapPlace(texts, after, place);
  return now && after.map((text, index) => (index === now.index ? insertBar(text, now.offset) : text));
}

const insertBar = (text: string, offset: number) => `${text.slice(0, offset)}|${text.slice(offset)}`;

describe('mapPlace', () => {
  it.each([
    [
      'within a word that stays',
      ['bom d|ia a todos'],
      ['e bom dia então a todos'],
      ['e bom d|ia então a todos'],
    ],
    ['at the end of a word', ['bom dia|'], ['bom dia a todos'], ['bom dia| a todos']],
    ['before a word', ['|bom dia'], ['e bom dia'], ['e |bom dia']],
    ['before a word after a space', ['bom |dia'], ['bom belo dia'], ['bom| belo dia']],
    ['after a space at the end', ['bom dia |'], ['muito bom dia'], ['muito bom dia|']],
    ['in a word that was replaced', ['bom di|a a todos'], ['bom tarde a todos'], ['bom ta|rde a todos']],
    ['in the second of two words that became one', ['a bb cc|c d'], ['a x d'], ['a x| d']],
    ['in a word that was deleted', ['a b|b c'], ['a c'], ['a| c']],
    ['in the first word when it was deleted', ['a|a b'], ['b'], ['|b']],
    [
      'in a text that was joined to the one before',
      ['bom dia', 'a to|dos'],
      ['bom dia a todos'],
      ['bom dia a to|dos'],
    ],
    ['in a text that was split', ['bom dia a to|dos'], ['bom dia', 'a todos'], ['bom dia', 'a to|dos']],
    ['before a text that was joined', ['bom dia', '|a todos'], ['bom dia a todos'], ['bom dia |a todos']],
    ['in a text that was deleted', ['bom', 'd|ia', 'sim'], ['bom', 'sim'], ['bom|', 'sim']],
    ['in an empty text', ['bom', '|', 'sim'], ['bom', 'sim'], ['bom', '|sim']],
    ['in an empty text at the end', ['bom', '|'], ['bom'], ['bom|']],
  ])('keeps a place %s', (_, before, after, expected) => {
    expect(mapped(before, after)).toEqual(expected);
  });

  it('finds none in no text', () => {
    expect(mapped(['bo|m'], [])).toBe(null);
    expect(mapped(['bo|m'], [''])).toBe(null);
  });
});
