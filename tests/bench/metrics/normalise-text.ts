/**
 * Splits a text into words for error rates: lower case, without punctuation, hyphenated words separately.
 * Accents stay, since they distinguish words in Portuguese.
 */
export function normaliseText(text: string): string[] {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '');
}
