import { describe, expect, it } from 'vitest';
import { formatBytes } from '@/app/domain/format/format-bytes';

describe('formatBytes', () => {
  it.each([
    [0, '0 B'],
    [1023, '1023 B'],
    [1024, '1 KB'],
    [1536, '1,5 KB'],
    [1024 ** 2 - 1, '1 MB'],
    [700 * 1024 ** 2, '700 MB'],
    [5 * 1024 ** 3, '5 GB'],
    [3000 * 1024 ** 3, '3000 GB'],
  ])('writes %i bytes as %s in Portuguese', (bytes, text) => {
    expect(formatBytes(bytes, 'pt')).toBe(text);
  });

  it('uses a decimal point in English', () => {
    expect(formatBytes(1536, 'en')).toBe('1.5 KB');
  });
});
