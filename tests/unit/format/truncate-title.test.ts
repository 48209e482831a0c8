import { describe, expect, it } from 'vitest';
import { truncateTitle } from '@/app/domain/format/truncate-title';

describe('shortTitle', () => {
  it('keeps a title of 30 characters', () => {
    expect(truncateTitle('a'.repeat(30))).toBe('a'.repeat(30));
  });

  it('truncates a longer one to 30 characters, including the ellipsis', () => {
    expect(truncateTitle('a'.repeat(31))).toBe(`${'a'.repeat(29)}…`);
  });

  it('leaves no space before the ellipsis', () => {
    expect(truncateTitle('Entrevista com a prefeita', 15)).toBe('Entrevista com…');
  });

  it('counts and preserves grapheme clusters', () => {
    const family = '👩‍👩‍👧‍👦';
    expect(truncateTitle(family.repeat(30))).toBe(family.repeat(30));
    expect(truncateTitle(family.repeat(31))).toBe(`${family.repeat(29)}…`);
  });
});
