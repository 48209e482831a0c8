import type { TextRange } from './word-ranges';

export interface FindOptions {
  wholeWords: boolean;
  /** When false, 'e' matches 'é'. Matching always ignores case. */
  exactAccents: boolean;
}

/** Finds all occurrences of a text, without overlaps. */
export function findText(text: string, sought: string, options: FindOptions): TextRange[] {
  const [haystack, needle] = [fold(text, options), fold(sought, options)];
  const found: TextRange[] = [];
  if (needle.trim() === '') return found;
  let at = haystack.indexOf(needle);
  while (at >= 0) {
    const end = at + needle.length;
    const fits = !options.wholeWords || (!isLetter(text, at - 1) && !isLetter(text, end));
    if (fits) found.push({ start: at, end });
    at = haystack.indexOf(needle, fits ? end : at + 1);
  }
  return found;
}

export function replaceRanges(text: string, places: readonly TextRange[], replacement: string): string {
  let [result, from] = ['', 0];
  for (const { start, end } of places) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

const isLetter = (text: string, at: number) => /[\p{L}\p{N}\p{M}]/u.test(text[at] ?? '');

const folded = new Map<string, string>();

/** Case folding, and accent folding unless `exactAccents`. Keeps the length, so that offsets stay valid. */
function fold(text: string, { exactAccents }: FindOptions): string {
  const lower = text.toLowerCase();
  const same = lower.length === text.length ? lower : text;
  return exactAccents ? same : same.replace(/[^ -~]/g, foldLetter);
}

function foldLetter(letter: string): string {
  const known = folded.get(letter);
  if (known !== undefined) return known;
  const [bare = letter] = letter.normalize('NFD');
  const kept = bare.length === letter.length ? bare : letter;
  folded.set(letter, kept);
  return kept;
}
