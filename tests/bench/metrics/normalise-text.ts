/**
 * The words of a text as error rates count them: lower case, without punctuation,
 * hyphenated words apart. Accents stay, since in Portuguese they tell words apart.
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
