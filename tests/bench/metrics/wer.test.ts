import { describe, expect, it } from 'vitest';
import { normaliseText } from './normalise-text';
import { wordErrors } from './wer';

describe('normaliseText', () => {
  it('lowers case, drops punctuation, splits at hyphens and keeps accents', () => {
    expect(normaliseText('  “Sexta-feira, às 9h: É a AÇÃO!”\n')).toEqual([
      'sexta',
      'feira',
      'às',
      '9h',
      'é',
      'a',
      'ação',
    ]);
  });

  it('treats composed and decomposed accents as the same', () => {
    expect(normaliseText('a\u0301gua')).toEqual(normaliseText('água'));
  });

  it('returns no words for punctuation only', () => {
    expect(normaliseText(' … ! ')).toEqual([]);
  });
});

describe('wordErrors', () => {
  it('the same words with other case and punctuation: 0 of 4 = 0 %', () => {
    expect(wordErrors('Bom dia a todos.', 'bom dia, a todos')).toEqual({
      substitutions: 0,
      deletions: 0,
      insertions: 0,
      words: 4,
      percent: 0,
    });
  });

  it('"a b c d" recognized as "a x c d e": b→x and +e, (1 + 0 + 1) of 4 = 50 %', () => {
    expect(wordErrors('a b c d', 'a x c d e')).toMatchObject({
      substitutions: 1,
      deletions: 0,
      insertions: 1,
      percent: 50,
    });
  });

  it('"a b c d e" recognized as "a c e": −b −d, 2 of 5 = 40 %', () => {
    expect(wordErrors('a b c d e', 'a c e')).toMatchObject({
      substitutions: 0,
      deletions: 2,
      insertions: 0,
      percent: 40,
    });
  });

  it('accents distinguish words: "as" for "às" is 1 of 2 = 50 %', () => {
    expect(wordErrors('às nove', 'as nove')).toMatchObject({ substitutions: 1, percent: 50 });
  });

  it('an empty hypothesis: 3 deletions of 3 = 100 %', () => {
    expect(wordErrors('um dois três', '')).toMatchObject({ deletions: 3, percent: 100 });
  });

  it('exceeds 100 %: "a" recognized as "b c d" is 1 substitution + 2 insertions of 1 = 300 %', () => {
    expect(wordErrors('a', 'b c d')).toMatchObject({ substitutions: 1, insertions: 2, percent: 300 });
  });

  it('an empty reference is 0 % against an empty hypothesis, 100 % against a word', () => {
    expect(wordErrors('', '').percent).toBe(0);
    expect(wordErrors('', 'sim')).toMatchObject({ insertions: 1, percent: 100 });
  });

  it('accepts any alternative reading of the reference, and counts its words', () => {
    const said = 'isso { está / tá } { né / não é / @ } bom';
    expect(wordErrors(said, 'isso tá bom')).toMatchObject({ words: 3, percent: 0 });
    expect(wordErrors(said, 'isso está não é bom')).toMatchObject({ words: 5, percent: 0 });
    expect(wordErrors(said, 'isso estava né bom')).toMatchObject({ substitutions: 1, words: 4, percent: 25 });
  });
});
