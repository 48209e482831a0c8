/** Halfwidth sound marks are not in the category of marks, but normalise to some. */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;

/**
 * Sorting the combining marks of one letter takes quadratic time (denial of service): runs of more than 30,
 * which no language has, are split by a joiner (Unicode Standard Annex 15, section 13, Stream-Safe Text).
 */
export const normaliseUnicode = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  text.replace(LONG_RUN, '$&\u034f').normalize(form);

/**
 * Invisible characters, and halves of characters (lone surrogates); not a joiner between two visible ones, which
 * forms emoji, and letters of many scripts.
 */
const INVISIBLE =
  /(?:(?!(?<=[^\p{Cc}\p{Cf}\p{Cs}\s])[\u200c\u200d](?=[^\p{Cc}\p{Cf}\p{Cs}\s]))[\p{Cc}\p{Cf}\p{Cs}\s])+/gu;

/** Single spaces in place of white space, line breaks, control and invisible characters. */
export const toOneLine = (text: string): string =>
  normaliseUnicode(text, 'NFC').replace(INVISIBLE, ' ').trim();
