/**
 * Does work that ends at `timeoutMs` or with `signal`. A timer and a listener hold what ends it:
 * `AbortSignal.any([signal, AbortSignal.timeout(ms)])` can be collected on Node 20 before it fires, and then never does.
 * @param work is given the signal of both
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
