/** Speeds of the menu. */
export const PLAYBACK_SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2, 2.5, 3] as const;

/** Speeds that the button steps through (specification: 1, 1.5, 2, 2.5, 3, 0.5 and back to 1). */
const CYCLE = [0.5, 1, 1.5, 2, 2.5, 3];

/** The speed of the cycle after the present one; after the highest the lowest. */
export const nextSpeed = (speed: number): number => CYCLE.find((each) => each > speed) ?? CYCLE[0]!;
