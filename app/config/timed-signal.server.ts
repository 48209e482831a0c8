/**
 * Runs work with a timeout and an abort signal. A timer and a listener keep strong references:
 * `AbortSignal.any([signal, AbortSignal.timeout(ms)])` can be garbage-collected on Node 20 before it fires,
 * and then never does.
 * @param work gets the combined signal
 * @throws a DOMException 'TimeoutError'; the signal's reason when aborted
 */
export async function within<T>(
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const guard = new AbortController();
  const stop = () => guard.abort(signal.reason);
  const timer = setTimeout(
    () => guard.abort(new DOMException('It took too long', 'TimeoutError')),
    timeoutMs,
  );
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work(guard.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
