import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createRateLimiter, rateHeaders } from '@/app/http/api/rate-limit.server';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});

afterEach(() => {
  vi.useRealTimers();
});

it('counts each key by itself, until its window ends', () => {
  const hit = createRateLimiter({ most: 2, seconds: 60 });
  expect([hit('a').isOver, hit('a').isOver, hit('b').isOver]).toEqual([false, false, false]);
  vi.advanceTimersByTime(30_500);
  const over = hit('a');
  expect(over).toMatchObject({ isOver: true, remaining: 0, reset: 30 });
  expect(rateHeaders(over)).toEqual({
    'RateLimit-Policy': '"default";q=2;w=60',
    RateLimit: '"default";r=0;t=30',
    'Retry-After': '30',
  });
  vi.advanceTimersByTime(29_500);
  const fresh = hit('a');
  expect(fresh).toMatchObject({ isOver: false, remaining: 1, reset: 60 });
  expect(rateHeaders(fresh)).not.toHaveProperty('Retry-After');
});
