import { describe, expect, it } from 'vitest';
import { languageCodeOf } from '@/app/domain/speech/language-code';
import { withLanguageMismatch } from '@/app/domain/speech/transcript-warning';

describe('a language that a recognizer names', () => {
  it.each([
    ['portuguese', 'pt'],
    ['English', 'en'],
    ['pt', 'pt'],
    ['pt-BR', 'pt'],
    ['zh_Hans', 'zh'],
    ['castilian', 'es'],
    ['haitian creole', 'ht'],
    ['klingonese', null],
    ['', null],
  ])('%j is %s', (name, code) => {
    expect(languageCodeOf(name)).toBe(code);
  });
});

describe('the language of a transcript', () => {
  const wordsOf = (text: string) =>
    text.split(' ').map((word, index) => ({
      text: word,
      startMs: index * 100,
      endMs: index * 100 + 90,
      confidence: 1,
    }));
  const stated = (language: string, startMs: number, endMs: number) =>
    ({ kind: 'language', language, startMs, endMs }) as const;
  const ENGLISH = 'it is what it is and that is all there is to it for the people of this place '
    .repeat(3)
    .trim();

  it('is the one that the recognizer states, however short the text is', () => {
    expect(withLanguageMismatch(wordsOf('Hello world'), 'pt', [stated('en', 0, 5_000)])).toEqual([
      stated('en', 0, 190),
    ]);
  });

  it('is not the one of the smaller part', () => {
    expect(withLanguageMismatch(wordsOf('olá mundo todo yes'), 'pt', [stated('en', 300, 5_000)])).toEqual([]);
  });

  it('is that of the words when these are clear, whatever the recognizer states', () => {
    const words = wordsOf(ENGLISH);
    const end = words.at(-1)!.endMs;
    expect(withLanguageMismatch(words, 'pt', [])).toEqual([stated('en', 0, end)]);
    expect(withLanguageMismatch(words, 'en', [stated('pt', 0, end)])).toEqual([]);
  });

  it('leaves the other warnings as they are', () => {
    const times = { kind: 'times', startMs: 1, endMs: 2 } as const;
    expect(withLanguageMismatch(wordsOf('olá'), 'pt', [times])).toEqual([times]);
  });
});
