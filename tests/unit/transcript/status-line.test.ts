import { beforeEach, expect, it, vi } from 'vitest';
import { createStatusLine } from '@/app/islands/transcript/status-line';

/** What the line needs of an element. */
const place = { textContent: '', dataset: {} as Record<string, string> };

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

it('shows each sentence in its own colour, and for its own time', () => {
  const say = createStatusLine(place as unknown as HTMLElement);
  say('salva', 5000, 'green');
  expect(place).toEqual({ textContent: 'salva', dataset: { tone: 'green' } });
  say('não salva', 5000, 'red');
  expect(place).toEqual({ textContent: 'não salva', dataset: { tone: 'red' } });
  vi.advanceTimersByTime(4000);
  say('atenção', 2000);
  expect(place).toEqual({ textContent: 'atenção', dataset: {} });
  vi.advanceTimersByTime(1999);
  expect(place.textContent).toBe('atenção');
  vi.advanceTimersByTime(1);
  expect(place.textContent).toBe('');
});
