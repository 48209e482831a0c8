const PLAYBACK_SPEEDS = [1, 1.5, 2, 2.5, 3, 0.5];

/** The playback speed after the present one; the first follows the last. */
export function nextSpeed(speed: number): number {
  const at = PLAYBACK_SPEEDS.indexOf(speed);
  return PLAYBACK_SPEEDS[(at + 1) % PLAYBACK_SPEEDS.length]!;
}
