import { startCeleste } from '@/tests/support/celeste';
import { signUp, TestUser } from '@/tests/support/test-user';

const PEOPLE = 8;
/** Below the hourly e-mail limit per address. */
const TIMES = 6;

/**
 * Timing side channel: time of requests for a login code, for addresses with and without an account, one
 * after the other.
 */
export async function loginResponseTimes(): Promise<void> {
  const celeste = await startCeleste({ command: 'web', env: { TRUST_PROXY: '1' } });
  try {
    const known: string[] = [];
    while (known.length < PEOPLE) known.push((await signUp(celeste)).email);
    const unknown = known.map((email) => `no-${email}`);
    const times = { known: [] as number[], unknown: [] as number[] };
    const bodies = new Set<string>();
    for (let turn = 0; turn < TIMES * PEOPLE; turn += 1) {
      const kinds = [
        ['known', known],
        ['unknown', unknown],
      ] as const;
      // Alternates which one comes first.
      for (const [kind, emails] of turn % 2 ? kinds : kinds.toReversed()) {
        const from = { 'X-Forwarded-For': `203.0.113.${turn + 1}` };
        const startedAt = performance.now();
        const answer = await new TestUser(celeste.address).post(
          '/login',
          { email: emails[turn % PEOPLE]! },
          from,
        );
        times[kind].push(performance.now() - startedAt);
        bodies.add(`${answer.status} ${answer.location} ${answer.body}`);
      }
    }
    const [knownMs, unknownMs] = [median(times.known), median(times.unknown)];
    process.stdout.write(
      `  known ${knownMs.toFixed(1)} ms, unknown ${unknownMs.toFixed(1)} ms (medians of ${TIMES * PEOPLE}), ratio ${(knownMs / unknownMs).toFixed(2)}; answers that differ: ${bodies.size - 1}\n`,
    );
  } finally {
    await celeste.stop();
  }
}

const median = (values: number[]) => values.sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
