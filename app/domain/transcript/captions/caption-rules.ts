/**
 * The limits of captions: those that subtitle style guides agree on (Netflix "Timed Text Style Guide", BBC
 * "Subtitle Guidelines", ABNT NBR 15290).
 */
export const LINE_CHARACTERS = 42;
export const CAPTION_LINES = 2;
export const CHARACTERS_PER_SECOND = 17;
export const MIN_CAPTION_MS = 1_000;
export const MAX_CAPTION_MS = 7_000;
/** Two frames at 25 a second: a shorter gap between captions flickers. */
export const MIN_GAP_MS = 80;

/** How long a text takes to read, at least MIN_CAPTION_MS. Counts spaces, and a line break as one. */
export const readingMs = (characters: number): number =>
  Math.max(MIN_CAPTION_MS, Math.ceil((characters * 1_000) / CHARACTERS_PER_SECOND));
