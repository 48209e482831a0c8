import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitLinks } from '@/app/domain/calendar/text-links';

it('finds addresses, without the sentence around them', () => {
  expect(splitLinks('Pauta (https://example.com/a?b=1). E http://example.org!')).toEqual([
    { text: 'Pauta (', href: null },
    { text: 'https://example.com/a?b=1', href: 'https://example.com/a?b=1' },
    { text: '). E ', href: null },
    { text: 'http://example.org', href: 'http://example.org/' },
    { text: '!', href: null },
  ]);
});

it('leaves everything else as text', () => {
  const text = 'javascript:alert(1) data:text/html,x https:// ftp://example.com "https://';
  expect(splitLinks(text)).toEqual([{ text, href: null }]);
});

it('loses nothing, and leads nowhere but to the web', () => {
  const parts = fc.constantFrom(
    'https://',
    'http://a.example',
    '.',
    ' ',
    '<',
    '"',
    ')',
    'é',
    '\n',
    'javascript:',
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(parts, fc.string())), (words) => {
      const text = words.join('');
      const stretches = splitLinks(text);
      expect(stretches.map((stretch) => stretch.text).join('')).toBe(text);
      for (const { href } of stretches) expect(href ?? 'https://').toMatch(/^https?:\/\//);
    }),
  );
});
