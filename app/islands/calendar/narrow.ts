/** Where a week is too narrow to be read in columns. */
export const NARROW = '(max-width: 700px)';

export const isNarrow = (): boolean => matchMedia(NARROW).matches;
