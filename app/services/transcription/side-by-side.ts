/**
 * Does two works at once. The first decides: when it fails, the second is stopped and waited for; when the second
 * fails, that counts only after the first is done, whose result may be kept by then.
 * @throws what the first failed of, else the second
 */
export async function sideBySide<First, Second>(
  signal: AbortSignal,
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<[First, Second]> {
  const needless = new AbortController();
  const stop = () => needless.abort(signal.reason);
  signal.addEventListener('abort', stop, { once: true });
  if (signal.aborted) stop();
  const beside = second(needless.signal).then(
    (value) => ({ value }),
    (error: unknown) => ({ error }),
  );
  try {
    const value = await first(signal);
    const other = await beside;
    if ('error' in other) throw other.error;
    return [value, other.value];
  } catch (error) {
    needless.abort(error);
    await beside;
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
