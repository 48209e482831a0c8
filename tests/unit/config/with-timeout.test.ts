import { expect, it } from 'vitest';
import { withTimeout } from '@/app/config/with-timeout.server';
import { collectGarbage } from '@/tests/support/collect-garbage';

/** Waits for the signal and keeps no other reference. */
const patient = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

it('times out, also after a garbage collection', async () => {
  const never = new AbortController();
  const late = expect(withTimeout({ signal: never.signal, timeoutMs: 300 }, patient)).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  await collectGarbage();
  await late;
});

it('aborts with its signal, at once when it is already aborted', async () => {
  const stop = new AbortController();
  const stopped = withTimeout({ signal: stop.signal, timeoutMs: 60_000 }, patient);
  stop.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  await expect(withTimeout({ signal: stop.signal, timeoutMs: 60_000 }, patient)).rejects.toThrow('enough');
});

it('returns the result of the work', async () => {
  const { signal } = new AbortController();
  expect(await withTimeout({ signal, timeoutMs: 60_000 }, async () => 7)).toBe(7);
});
