import { graphemesOf } from './graphemes';

/** Letters at the end that stay in sight, most often with the extension. */
const END_LETTERS = 12;

/** A file name in two parts, so that the first may be shortened while the second stays in sight. */
export function splitFileName(name: string): [start: string, end: string] {
  const letters = [...graphemesOf(name)];
  const at = Math.max(letters.length - END_LETTERS, Math.ceil(letters.length / 2));
  return [letters.slice(0, at).join(''), letters.slice(at).join('')];
}
