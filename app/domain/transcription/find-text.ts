import type { Place } from './word-places';

export interface FindOptions {
  wholeWords: boolean;
  /** 'e' is found for 'é' without it. Upper and lower case are the same either way. */
  exactAccents: boolean;
}

/** Where a text has what is looked for, without overlaps. */
export function findText(text: string, sought: string, options: FindOptions): Place[] {
  const [haystack, needle] = [fold(text, options), fold(sought, options)];
  const found: Place[] = [];
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

/** Puts another text in those places. */
export function replacePlaces(text: string, places: readonly Place[], replacement: string): string {
  let [result, from] = ['', 0];
  for (const { start, end } of places) {
    result += text.slice(from, start) + replacement;
    from = end;
  }
  return result + text.slice(from);
}

const isLetter = (text: string, at: number) => /[\p{L}\p{N}\p{M}]/u.test(text[at] ?? '');

const folded = new Map<string, string>();

/** Without what makes no difference, and as long as before, so that places stay the same. */
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
