import { toOneLine } from '../format/normalise-unicode';

export const MAX_TITLE_LENGTH = 255;

/** Normalises a title: one line, Unicode NFC, at most MAX_TITLE_LENGTH. */
export const normaliseTitle = (title: string): string => toOneLine(title).slice(0, MAX_TITLE_LENGTH);
