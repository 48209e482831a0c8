import { describe, expect, it } from 'vitest';
import { hashTokenText, isTokenText, newTokenText } from '@/app/services/api/token-text.server';

describe('the text of a personal token', () => {
  it('has a prefix, and is another one each time', () => {
    const texts = Array.from({ length: 50 }, newTokenText);
    expect(new Set(texts.map(hashTokenText)).size).toBe(50);
    expect(texts.every((text) => /^cel_\w{46}$/.test(text) && isTokenText(text))).toBe(true);
  });

  it('tells a mistyped one from a real one by its checksum', () => {
    const text = newTokenText();
    const mistyped = [...text].map((letter, at) =>
      at < 4 ? '' : text.slice(0, at) + (letter === 'x' ? 'y' : 'x') + text.slice(at + 1),
    );
    expect(mistyped.filter(isTokenText)).toEqual([]);
    expect(['', 'cel_', `${text} `, text.slice(0, -1), text.toLowerCase()].filter(isTokenText)).toEqual([]);
  });
});
