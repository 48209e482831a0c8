import { normalised } from '../format/normalised';

export const TITLE_LENGTH = 255;

/** Normalises a title: one line, Unicode NFC, at most MAX_TITLE_LENGTH. */
export const oneLine = (title: string): string =>
  normalised(title, 'NFC')
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, ' ')
    .trim()
    .slice(0, TITLE_LENGTH);
