import { expect, it } from 'vitest';
import { formatWait } from '@/app/i18n/format-wait';
import { translator } from '@/app/i18n/texts.server';

it.each([
  [1, '1 segundo', '1 second'],
  [60, '60 segundos', '60 seconds'],
  [121, '3 minutos', '3 minutes'],
  [3600, '60 minutos', '60 minutes'],
])('formats a wait of %i seconds, never shorter than it is', (seconds, portuguese, english) => {
  expect([formatWait(seconds, 'pt'), formatWait(seconds, 'en')]).toEqual([portuguese, english]);
});

it('messages format a wait in their own language', () => {
  const sentence = (language: 'pt' | 'en') =>
    translator(language, 'errors')('account.code-too-many-requests', { seconds: 43 });
  expect(sentence('pt')).toBe('Espere 43 segundos para pedir outro código.');
  expect(sentence('en')).toBe('Wait 43 seconds before you request another code.');
});
