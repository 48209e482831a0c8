import { expect, it } from 'vitest';
import { breakCost, FORBIDDEN_BREAK } from '@/app/domain/transcript/captions/phrase-breaks';

const costAt = (text: string, pauseMs = 0) => {
  const [before = '', after = ''] = text.split(' | ');
  return breakCost(before, after, pauseMs);
};

it.each([
  'a | casa',
  'da | escola',
  'minha | família',
  'Dr. | Silva',
  'art. | 5º',
  'the | report',
  'their | house',
  '“O | senhor',
])('forbids %s, whatever the pause', (text) => {
  expect(costAt(text, 5000)).toBe(FORBIDDEN_BREAK);
});

it('prefers the ends of sentences, then clauses, then phrases', () => {
  const costs = [
    'acabou. | Depois',
    'acabou; | depois',
    'acabou, | depois',
    'acabou | (depois',
    'acabou | porque',
    'acabou | de',
    'acabou | depois',
    'não | acabou',
    'porque | acabou',
    'de | acabar',
  ].map((text) => costAt(text));
  expect(costs).toEqual(costs.toSorted((one, other) => one - other));
  expect(new Set(costs).size).toBe(costs.length);
  expect(costs[0]).toBe(0);
});

it.each([
  ['João | Silva', 'João | chegou'],
  ['Beatriz | de', 'chegou | de'],
  ['14 | pessoas', 'chegaram | pessoas'],
  ['muitas | vezes', 'chegaram | vezes'],
])('keeps %s together rather than %s', (together, apart) => {
  expect(costAt(together)).toBeGreaterThan(costAt(apart));
});

it('takes a pause for a better break', () => {
  expect(costAt('acabou | depois', 400)).toBeLessThan(costAt('acabou | depois'));
  expect(costAt('acabou, | depois', 5000)).toBe(0);
});
