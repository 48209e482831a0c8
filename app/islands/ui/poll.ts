/** A short piece of work is finished in seconds, so polling starts fast. */
const INITIAL_INTERVAL_MS = 2_000;

interface Polling {
  longestMs: number;
  /** Whether there is still something to wait for. */
  isNeeded(): boolean;
}

/**
 * Polling with back-off: twice as long after each time, up to `longestMs`. Stops while the tab is hidden. A failed
 * time is made up for by the next one.
 */
export function poll(ask: () => Promise<void>, { longestMs, isNeeded }: Polling): void {
  let timer: number | undefined;
  let intervalMs = INITIAL_INTERVAL_MS;

  async function tick(): Promise<void> {
    await ask().catch(() => undefined);
    schedule();
  }

  function schedule(): void {
    clearTimeout(timer);
    if (document.hidden || !isNeeded()) return;
    timer = window.setTimeout(tick, Math.min(intervalMs, longestMs));
    intervalMs *= 2;
  }

  document.addEventListener('visibilitychange', () => {
    clearTimeout(timer);
    if (!document.hidden && isNeeded()) void tick();
  });
  schedule();
}
