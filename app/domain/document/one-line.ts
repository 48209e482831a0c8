import { normalised } from '../format/normalised';

export const TITLE_LENGTH = 255;

/** A title as it is kept: one line, composed letters, no longer than a title may be. */
export const oneLine = (title: string): string =>
  normalised(title, 'NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, TITLE_LENGTH);
