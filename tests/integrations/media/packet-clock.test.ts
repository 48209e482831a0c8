import { describe, expect, it } from 'vitest';
import { PacketClock } from '@/app/integrations/media/packet-clock';

const MATROSKA = 'matroska,webm';

function read(packets: [atMs: number, lastsMs: number][], format = MATROSKA) {
  const clock = new PacketClock();
  for (const [atMs, lastsMs] of packets) clock.add(atMs, lastsMs);
  return clock.read(format);
}

const steady = (count: number, fromMs = 0, stepMs = 20, lastsMs = stepMs): [number, number][] =>
  Array.from({ length: count }, (_, index) => [fromMs + index * stepMs, lastsMs]);

describe('PacketClock', () => {
  it('returns 0 without packets', () => {
    expect(read([])).toEqual({ durationMs: 0, leadMs: 0, hasGaps: false });
  });

  it('sums up packets', () => {
    expect(read(steady(50))).toEqual({ durationMs: 1000, leadMs: 0, hasGaps: false });
  });

  it('prefers timestamp differences to rounded durations', () => {
    expect(read(steady(1000, 0, 23.22, 23)).durationMs).toBe(23_220);
  });

  it('uses durations without timestamps, and timestamps without durations', () => {
    expect(read(Array.from({ length: 50 }, () => [Number.NaN, 20])).durationMs).toBe(1000);
    expect(read(steady(50, 0, 20, Number.NaN)).durationMs).toBe(1000);
    expect(read(steady(8, 0, 256, Number.NaN))).toEqual({ durationMs: 2048, leadMs: 0, hasGaps: false });
  });

  it('excludes the encoder delay', () => {
    expect(read(steady(50, -20)).durationMs).toBe(980);
  });

  it('counts gaps between packets', () => {
    const paused = [...steady(50), ...steady(50, 4000)];
    expect(read(paused)).toEqual({ durationMs: 5000, leadMs: 0, hasGaps: true });
  });

  it.each([
    ['forward', 3_600_000],
    ['back', 0],
  ])('counts no gap when the clock leaps %s', (_, secondStartMs) => {
    const joined = [...steady(50), ...steady(50, 4000), ...steady(50, secondStartMs)];
    expect(read(joined)).toEqual({ durationMs: 3000, leadMs: 0, hasGaps: false });
  });

  it('counts the silence before a late track only where the clock starts at 0', () => {
    expect(read(steady(50, 1500))).toEqual({ durationMs: 2500, leadMs: 1500, hasGaps: false });
    expect(read(steady(50, 1500), 'mpegts')).toEqual({ durationMs: 1000, leadMs: 0, hasGaps: false });
    expect(read([...steady(50, 1500), ...steady(50, 4500)])).toEqual({
      durationMs: 5500,
      leadMs: 1500,
      hasGaps: true,
    });
  });

  it('is never negative', () => {
    expect(read([[-5000, 20]]).durationMs).toBe(0);
  });

  it('replaces an absurd packet duration with the previous one', () => {
    expect(read([...steady(50), [1000, 268_435_456]]).durationMs).toBe(1020);
  });

  it('believes an absurd packet duration at the start where the next timestamp confirms it', () => {
    expect(read(steady(5, 0, 2_048_000), 'wav').durationMs).toBe(5 * 2_048_000);
    expect(read([[0, 2_048_000], ...steady(50, 20)]).durationMs).toBe(1020);
  });

  it('ignores gaps where the container has no clock', () => {
    const packets = [...steady(50), ...steady(50, 3000)];
    expect(read(packets)).toMatchObject({ durationMs: 4000, hasGaps: true });
    expect(read(packets, 'flac')).toMatchObject({ durationMs: 2000, hasGaps: false });
  });
});
