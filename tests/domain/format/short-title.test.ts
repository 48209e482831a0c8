import { describe, expect, it } from 'vitest';
import { shortTitle } from '@/app/domain/format/short-title';

describe('shortTitle', () => {
  it('keeps a title of 30 characters', () => {
    expect(shortTitle('a'.repeat(30))).toBe('a'.repeat(30));
  });

  it('truncates a longer one to 30 characters, including the ellipsis', () => {
    expect(shortTitle('a'.repeat(31))).toBe(`${'a'.repeat(29)}…`);
  });

  it('leaves no space before the ellipsis', () => {
    expect(shortTitle('Entrevista com a prefeita', 15)).toBe('Entrevista com…');
  });

  it('counts and preserves grapheme clusters', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(shortTitle(family.repeat(30))).toBe(family.repeat(30));
    expect(shortTitle(family.repeat(31))).toBe(`${family.repeat(29)}…`);
  });
});
