import { expect, it } from 'vitest';
import { toLeadOrigin } from '@/app/domain/account/lead-origin';

it.each([
  ['boletim', 'boletim'],
  ['  Feira do\r\n\u0000 Livro ', 'Feira do Livro'],
  ['<b>"café"</b>', '<b>"café"</b>'],
  ['🙂'.repeat(200), '🙂'.repeat(120)],
  ['x'.repeat(100_000), 'x'.repeat(120)],
  ['', undefined],
  [' \u200b ', undefined],
  [null, undefined],
  [['boletim'], undefined],
])('reads the campaign of %j', (value, expected) => {
  expect(toLeadOrigin(value)).toBe(expected);
});
