const lockOf = (address: string) => `celeste-upload-${address}`;

/** Holds a Web Lock, so that only one tab sends an upload. */
export function withUploadLock<T>(address: string, signal: AbortSignal, send: () => Promise<T>): Promise<T> {
  return navigator.locks.request(lockOf(address), { signal }, send) as Promise<T>;
}

export async function isUploadLocked(address: string): Promise<boolean> {
  const { held = [] } = await navigator.locks.query();
  return held.some(({ name }) => name === lockOf(address));
}
