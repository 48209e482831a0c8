/** Halfwidth sound marks are no marks by their category, but become some. */
const LONG_RUN = /[\p{M}\uff9e\uff9f]{30}(?=[\p{M}\uff9e\uff9f])/gu;

/**
 * A normal form of a text from outside. Marks on one letter are put in order, which takes the square of their
 * number: runs of more than 30, which no language has, are broken by a joiner that cannot be seen (Unicode Standard
 * Annex 15, section 13, Stream-Safe Text Format).
 */
export const normalised = (text: string, form: 'NFC' | 'NFD' | 'NFKD'): string =>
  text.replace(LONG_RUN, '$&\u034f').normalize(form);
