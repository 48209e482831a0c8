const PLAYBACK_SPEEDS = [1, 1.5, 2, 2.5, 3, 0.5];

/** How fast a recording is played after one press of the button more; from the last speed around to the first. */
export function nextSpeed(speed: number): number {
  const at = PLAYBACK_SPEEDS.indexOf(speed);
  return PLAYBACK_SPEEDS[(at + 1) % PLAYBACK_SPEEDS.length]!;
}
