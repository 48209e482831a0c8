/** Below a minute, seconds are shown in steps, so that a page that refreshes does not change at each of them. */
const STEP_SECONDS = 15;

export interface ShownWait {
  unit: 'seconds' | 'minutes';
  count: number;
}

/** A wait as people say it, rounded up. */
export function shownWait(seconds: number): ShownWait {
  const stepped = Math.ceil(seconds / STEP_SECONDS) * STEP_SECONDS;
  return stepped < 60
    ? { unit: 'seconds', count: stepped }
    : { unit: 'minutes', count: Math.ceil(seconds / 60) };
}
