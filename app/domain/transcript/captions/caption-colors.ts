/**
 * Text colours of speakers over a recording, by the index that `huesOf` gives: those of the dark theme, since
 * captions stand on black.
 */
export const CAPTION_COLORS = [
  '#70beef',
  '#c57cb4',
  '#99f4c3',
  '#a89787',
  '#d6a955',
  '#d37f62',
  '#c0e6e5',
  '#d7e88f',
] as const;
