import { expect, it } from 'vitest';
import { runInParallel } from '@/app/services/transcription/run-in-parallel';

const never = new AbortController().signal;

/** A task that runs until it is aborted, and records that in `ended`. */
function untilAborted(ended: string[]) {
  return (signal: AbortSignal) =>
    new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => {
        ended.push('stopped');
        reject(signal.reason);
      });
    });
}

it('returns both results', async () => {
  expect(
    await runInParallel(
      never,
      async () => 1,
      async () => 2,
    ),
  ).toEqual([1, 2]);
});

it('aborts the second when the first fails, and waits for it', async () => {
  const ended: string[] = [];
  const failed = runInParallel(never, () => Promise.reject(new Error('the first')), untilAborted(ended));
  await expect(failed).rejects.toThrow('the first');
  expect(ended).toEqual(['stopped']);
});

it('lets the first task finish when the second fails', async () => {
  let isFinished = false;
  let finish = () => {};
  const first = new Promise<void>((resolve) => {
    finish = resolve;
  }).then(() => {
    isFinished = true;
  });
  const failed = runInParallel(
    never,
    () => first,
    () => Promise.reject(new Error('the second')),
  );
  setImmediate(finish);
  await expect(failed).rejects.toThrow('the second');
  expect(isFinished).toBe(true);
});

it('aborts both on abort, also with an already aborted signal', async () => {
  const ended: string[] = [];
  const stop = new AbortController();
  const stopped = runInParallel(stop.signal, untilAborted(ended), untilAborted(ended));
  stop.abort(new Error('enough'));
  await expect(stopped).rejects.toThrow('enough');
  expect(ended).toEqual(['stopped', 'stopped']);
  const late = runInParallel(
    stop.signal,
    async (signal) => signal.throwIfAborted(),
    async (signal) => signal.throwIfAborted(),
  );
  await expect(late).rejects.toThrow('enough');
});
