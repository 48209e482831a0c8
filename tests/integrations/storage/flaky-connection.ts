import type { Fault, ReceivedRequest } from '@/tests/support/google-storage';

/** One request in this many fails. */
const ONE_IN = 4;

/** Pseudo-random faults of an unreliable connection and storage, the same for the same seed. */
export function flakyConnection(seed: number): (asked: ReceivedRequest) => Fault | null {
  let state = seed;
  const below = (limit: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return ({ path, query, bodyBytes }) => {
    // Browsers retry signed URLs themselves, which is not tested here.
    if (!path.includes('/storage/v1/') || below(ONE_IN) > 0) return null;
    const faults: Fault[] = [
      'unavailable',
      'slow',
      { cutRequestAfter: below(Math.max(1, bodyBytes)) },
      { cutAnswerAfter: query.get('alt') === 'media' ? below(2_000_000) : 0 },
      { keepsLess: 1 + below(2_000_000) },
    ];
    return faults[below(faults.length)]!;
  };
}
