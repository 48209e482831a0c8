/**
 * A timer and a listener keep strong references: `AbortSignal.any([signal, AbortSignal.timeout(ms)])` can be
 * garbage-collected on Node 20 before it fires, and then never does.
 * @throws a DOMException 'TimeoutError'; the signal's reason when aborted
 */
export async function withTimeout<T>(
  { signal, timeoutMs }: { signal: AbortSignal; timeoutMs: number },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(signal.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('It took too long', 'TimeoutError')),
    timeoutMs,
  );
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', stop);
  }
}
