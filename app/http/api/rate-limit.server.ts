/** Requests that one key may make in a window, counted in this process. */
export interface RateWindow {
  most: number;
  seconds: number;
}

export interface RateState extends RateWindow {
  remaining: number;
  /** Seconds until the window ends. */
  reset: number;
  isOver: boolean;
}

/** Counts requests by key in fixed windows. Old windows are forgotten when a new one begins. */
export function createRateLimiter({ most, seconds }: RateWindow): (key: string) => RateState {
  let endsAt = 0;
  const counts = new Map<string, number>();
  return (key) => {
    const now = performance.now();
    if (now >= endsAt) {
      counts.clear();
      endsAt = now + seconds * 1000;
    }
    const count = (counts.get(key) ?? 0) + 1;
    counts.set(key, count);
    const reset = Math.max(1, Math.ceil((endsAt - now) / 1000));
    return { most, seconds, reset, remaining: Math.max(0, most - count), isOver: count > most };
  };
}

/** Response headers by draft-ietf-httpapi-ratelimit-headers. */
export const rateHeaders = ({ most, seconds, remaining, reset, isOver }: RateState) => ({
  'RateLimit-Policy': `"default";q=${most};w=${seconds}`,
  RateLimit: `"default";r=${remaining};t=${reset}`,
  ...(isOver && { 'Retry-After': String(reset) }),
});
