/**
 * Runs two tasks in parallel. When the first fails, aborts the second and waits for it. When the second
 * fails, lets the first finish before reporting it, so that the first can store its result.
 * @throws the first task's error, else the second's
 */
export async function runInParallel<First, Second>(
  signal: AbortSignal,
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<[First, Second]> {
  const secondAbort = new AbortController();
  const stop = () => secondAbort.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const secondOutcome = second(secondAbort.signal).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  try {
    const value = await first(signal);
    const other = await secondOutcome;
    if ('error' in other) throw other.error;
    return [value, other.value];
  } catch (error) {
    secondAbort.abort(error);
    await secondOutcome;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
