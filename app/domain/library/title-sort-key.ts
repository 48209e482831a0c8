import { normaliseUnicode } from '../format/normalise-unicode';

/** Length of the database column. */
export const MAX_SORT_KEY_LENGTH = 160;
/** Digits of a number in a sort key: 'Aula 2' comes before 'Aula 10'. */
const NUMBER_DIGITS = 12;

/** Orders titles as a reader does: without accents and case, numbers by their value. */
export function titleSortKey(title: string): string {
  return normaliseUnicode(title, 'NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\d+/g, (number) => number.padStart(NUMBER_DIGITS, '0'))
    .slice(0, MAX_SORT_KEY_LENGTH)
    .toWellFormed();
}
