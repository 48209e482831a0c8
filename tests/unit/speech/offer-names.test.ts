import { expect, it } from 'vitest';
import { offerNames } from '@/app/domain/speech/offer-names';

const voice = (...embedding: number[]) => ({ model: 'demo', embedding: Float32Array.from(embedding) });

it('offers each name once, for the nearest voice', () => {
  const unnamed = [
    { ...voice(0.8, 0.6), speaker: 'A', maxDistance: 0.5 },
    { ...voice(1, 0), speaker: 'B', maxDistance: 0.5 },
    { ...voice(0.6, 0.8), speaker: 'C', maxDistance: 0.5 },
  ];
  const ana = { ...voice(1, 0), name: 'Ana' };
  expect(offerNames(unnamed, [ana, { ...ana }])).toEqual([{ speaker: 'B', name: 'Ana' }]);
  const bia = { ...voice(0, 1), name: 'Bia' };
  expect(offerNames(unnamed, [ana, bia])).toEqual([
    { speaker: 'B', name: 'Ana' },
    { speaker: 'C', name: 'Bia' },
  ]);
});
