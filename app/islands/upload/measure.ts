/** Timeout: a readable file is measured at once; a slower one is left to the server. */
const TIMEOUT_MS = 8_000;

/** Duration of a recording in ms, rounded up; null when this browser cannot measure it. */
export function measureDuration(file: File): Promise<number | null> {
  const audio = document.createElement('audio');
  const address = URL.createObjectURL(file);
  return new Promise<number | null>((resolve) => {
    const tell = () => resolve(Number.isFinite(audio.duration) ? Math.ceil(audio.duration * 1000) : null);
    audio.onloadedmetadata = tell;
    audio.onerror = () => resolve(null);
    setTimeout(() => resolve(null), TIMEOUT_MS);
    audio.preload = 'metadata';
    audio.src = address;
  }).finally(() => {
    audio.removeAttribute('src');
    URL.revokeObjectURL(address);
  });
}
