import '@/tests/support/data-folder';
import { describe, expect, it } from 'vitest';
import { openSealedText, sealText, Unsealable } from '@/app/config/sealed-text.server';

describe('a sealed text', () => {
  const sealed = sealText('tokens', 7, 'ya29.segredo ção');

  it('opens for its owner and purpose', () => {
    expect(openSealedText('tokens', 7, sealed)).toBe('ya29.segredo ção');
    expect(sealed).toMatch(/^v1\.[\w-]+$/);
    expect(Buffer.from(sealed.slice(3), 'base64url').includes('segredo')).toBe(false);
  });

  it('is another one each time', () => {
    expect(sealText('tokens', 7, 'ya29.segredo ção')).not.toBe(sealed);
  });

  it('opens for nobody else, nor in the place of another kind', () => {
    expect(() => openSealedText('tokens', 8, sealed)).toThrow(Unsealable);
    expect(() => openSealedText('codes', 7, sealed)).toThrow(Unsealable);
  });

  it('does not open when a bit has changed', () => {
    const bytes = Buffer.from(sealed.slice(3), 'base64url');
    for (const at of [0, 12, bytes.length - 1]) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 1;
      expect(() => openSealedText('tokens', 7, `v1.${changed.toString('base64url')}`)).toThrow(Unsealable);
    }
  });

  it.each([
    '',
    'v1.',
    'v1.AAAA',
    sealed.slice(3),
    sealed.slice(0, -4),
    `v2.${sealed.slice(3)}`,
    '{"accessToken":"x"}',
  ])('is none of %j', (text) => {
    expect(() => openSealedText('tokens', 7, text)).toThrow(Unsealable);
  });
});
