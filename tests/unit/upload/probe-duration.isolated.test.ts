import { expect, it, vi } from 'vitest';
import { AppError } from '@/app/domain/errors';
import { probeDurationMs } from '@/app/services/upload/probe-duration.server';

const probe = vi.hoisted(() => vi.fn<(path: string) => Promise<{ durationMs: number }>>());

vi.mock('@/app/integrations/media/index.server', () => ({ media: { probe } }));
vi.mock('@/app/integrations/storage/index.server', () => ({
  storage: { withLocalFile: (key: string, use: (path: string) => unknown) => use(key) },
}));

it('looks at a file once for all who ask at the same time', async () => {
  probe.mockImplementation(async () => ({ durationMs: 1_500 }));
  const answers = await Promise.all(['a', 'a', 'b', 'a'].map(probeDurationMs));
  expect(answers).toEqual([1_500, 1_500, 1_500, 1_500]);
  expect(probe.mock.calls).toEqual([['a'], ['b']]);
  await probeDurationMs('a');
  expect(probe).toHaveBeenCalledTimes(3);
});

it('tells all of them of a failure, and then looks again', async () => {
  probe.mockReset();
  probe.mockRejectedValueOnce(new AppError('media.invalid')).mockResolvedValueOnce({ durationMs: 9 });
  const both = await Promise.allSettled([probeDurationMs('a'), probeDurationMs('a')]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await probeDurationMs('a')).toBe(9);
});
