import type { Rewriting, SpokenText } from './spoken-text';

/** How far before its digits a number is named. */
const NAMED_WITHIN = 8;
/** Fewer digits in a row are counted rather than dictated. */
const MIN_DIGITS = 4;

/** A number that is dictated in digits. */
export interface NumberKind {
  /** Words that name it. */
  names: ReadonlySet<string>;
  /** Null when so many digits are none of it. */
  write(digits: string): string[] | null;
}

export interface DigitLanguage {
  digits: ReadonlyMap<string, string>;
  /** Digits only beside others: another word elsewhere. */
  besideOthers: ReadonlySet<string>;
  separators: ReadonlyMap<string, string>;
  /** Several digits that are said as one number within a run, and where they end. */
  several(text: SpokenText, at: number, soFar: string): { digits: string; end: number } | null;
  kinds: readonly NumberKind[];
  /** Words that name a number without groups of its own; its separators are kept. */
  ungrouped: ReadonlySet<string>;
  /** 'number': the word before it may say of what. */
  number: string;
}

interface Run {
  digits: string;
  /** With separators. */
  spoken: string;
  end: number;
  /** Whether a word occurs that is seldom said but in dictation. */
  isDictated: boolean;
}

/** Whether the digits go up or down by one, as when somebody counts. */
function isCounting(digits: string): boolean {
  const steps = [...digits].slice(1).map((digit, index) => Number(digit) - Number(digits[index]));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

function readRun(text: SpokenText, at: number, language: DigitLanguage): Run | null {
  const run: Run = { digits: '', spoken: '', end: at, isDictated: false };
  const spoken: string[] = [];
  const digits: string[] = [];
  let lastEnd = at;
  let index = at;
  while (index < text.keys.length) {
    const key = text.key(index);
    const several = language.several(text, index, digits.length > 8 ? '+' : digits.join(''));
    const digit = language.digits.get(key);
    const separator = language.separators.get(key);
    if (several) {
      digits.push(several.digits);
      spoken.push(several.digits);
      index = several.end;
    } else if (digit !== undefined) {
      digits.push(digit);
      spoken.push(digit);
      run.isDictated ||= digit === '0' || language.besideOthers.has(key);
      index += 1;
    } else if (separator !== undefined && lastEnd === index && digits.length > 0) {
      spoken.push(separator);
      index += 1;
      continue;
    } else break;
    lastEnd = index;
  }
  if (digits.length === 0) return null;
  if (lastEnd < index) spoken.pop();
  return { ...run, digits: digits.join(''), spoken: spoken.join(''), end: lastEnd };
}

/**
 * Numbers dictated digit by digit: written as the kind that was named before them, else as plain digits.
 * Counting, and a few digits in a row, stay words.
 */
export function writeDigitRun(text: SpokenText, at: number, language: DigitLanguage): Rewriting | null {
  const run = readRun(text, at, language);
  if (!run || run.digits.length < 3 || run.end - at < 3) return null;
  if (language.besideOthers.has(text.key(at)) && run.digits.length < MIN_DIGITS) return null;
  for (const name of namesBefore(text, at, language)) {
    if (language.ungrouped.has(name) && run.digits.length >= MIN_DIGITS) {
      return { end: run.end, texts: [run.spoken] };
    }
    const kind = language.kinds.find(({ names }) => names.has(name));
    const texts = kind?.write(run.digits);
    if (texts) return { end: run.end, texts };
  }
  if (isCounting(run.digits)) return { end: run.end, texts: null };
  if (run.digits.length < MIN_DIGITS && !run.isDictated) return { end: run.end, texts: null };
  return { end: run.end, texts: [run.digits] };
}

/** The words before, nearest first; that which qualifies 'number' before it. */
function namesBefore(text: SpokenText, at: number, { number }: DigitLanguage): string[] {
  const names = text.before(at, NAMED_WITHIN);
  const index = names.indexOf(number);
  if (index < 0 || index + 1 >= names.length) return names;
  return names.with(index, names[index + 1]!).with(index + 1, number);
}
