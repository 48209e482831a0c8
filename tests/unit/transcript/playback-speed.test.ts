import { expect, it } from 'vitest';
import { nextSpeed } from '@/app/domain/transcript/playback-speed';

it('cycles through the speeds', () => {
  const speeds = [1];
  while (speeds.length < 7) speeds.push(nextSpeed(speeds.at(-1)!));
  expect(speeds).toEqual([1, 1.5, 2, 2.5, 3, 0.5, 1]);
});
