import { expect, it } from 'vitest';
import { doubtsOf } from '@/app/domain/transcript/person-doubts';

const said = (speakers: string) =>
  speakers
    .split(' ')
    .map((speaker, index) => ({ speaker, startMs: index * 1000, endMs: index * 1000 + 900 }));

const first = { startMs: 100, endMs: 800 };
const third = { startMs: 1800, endMs: 2900 };

it('names who speaks there now, both of them', () => {
  expect(doubtsOf(said('Ana B Rui'), [{ ...first, other: third }])).toEqual([
    { speaker: 'Ana', other: 'Rui' },
    { speaker: 'Rui', other: 'Ana' },
  ]);
  expect(doubtsOf(said('Ana B Rui'), [{ ...third, other: null }])).toEqual([{ speaker: 'Rui', other: null }]);
});

it('is silent about those who became one, and where nobody speaks any more', () => {
  expect(doubtsOf(said('Ana B Ana'), [{ ...first, other: third }])).toEqual([]);
  expect(doubtsOf(said('Ana B'), [{ ...first, other: { startMs: 5000, endMs: 6000 } }])).toEqual([]);
  expect(doubtsOf([], [{ ...first, other: null }])).toEqual([]);
});
