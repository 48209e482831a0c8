import { expect, it } from 'vitest';
import { workerSlots } from '@/app/domain/worker-slots';

const GIBIBYTE = 1024 ** 3;

it.each([
  ['one on the smallest machine', 1, 1, 1],
  ['one where memory is for one, whatever the cores', 8, 5, 1],
  ['as many as memory is for', 8, 10, 4],
  ['as many as there are cores', 2, 64, 2],
])('computes the worker slots: %s', (_name, cores, gibibytes, slots) => {
  expect(workerSlots(cores, gibibytes * GIBIBYTE)).toBe(slots);
});
