/**
 * The body of a response in chunks, until the signal aborts. The signal of `fetch` alone may not end a body:
 * its listener is lost when the request has been garbage-collected (nodejs/node#55428).
 * @throws the signal's reason when aborted; errors of the connection
 */
export async function* responseChunks(
  { body }: Response,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, void> {
  if (!body) return;
  const reader = body.getReader();
  const cancel = () => void reader.cancel().catch(() => undefined);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    for (;;) {
      const { done, value } = await reader.read();
      signal.throwIfAborted();
      if (done) return;
      yield value;
    }
  } finally {
    signal.removeEventListener('abort', cancel);
    // Closes the connection when the body has not ended.
    cancel();
  }
}
