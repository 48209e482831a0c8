import { numbered, type SpokenText } from './spoken-text';
import { type Cardinal, sumGroups } from './sum-groups';

const UNITS = new Map<string, number>([
  ...numbered('one two three four five six seven eight nine ten', 1),
  ...numbered('eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 11),
]);
const TENS = new Map(numbered('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10));
for (const [ten, tens] of [...TENS]) {
  for (const [unit, value] of UNITS) if (value < 10) UNITS.set(`${ten}-${unit}`, tens + value);
}
const SCALES = new Map([
  ['thousand', 1e3],
  ['million', 1e6],
  ['billion', 1e9],
  ['trillion', 1e12],
]);

/** 1 to 99. */
export function readBelowHundred(text: SpokenText, at: number): { value: number; end: number } | null {
  const key = text.key(at);
  const tens = TENS.get(key);
  if (tens === undefined) {
    const value = UNITS.get(key);
    return value === undefined ? null : { value, end: at + 1 };
  }
  const unit = text.continuesAt(at + 1) ? UNITS.get(text.key(at + 1)) : undefined;
  if (unit !== undefined && unit < 10) return { value: tens + unit, end: at + 2 };
  return { value: tens, end: at + 1 };
}

/** Also 'fifteen hundred' and 'a hundred'. */
function readHundreds(text: SpokenText, at: number): { value: number; end: number } | null {
  const isArticle = text.key(at) === 'a' && text.key(at + 1) === 'hundred';
  const first = isArticle ? { value: 1, end: at + 1 } : readBelowHundred(text, at);
  if (!first || text.key(first.end) !== 'hundred') return first;
  const value = first.value * 100;
  const end = first.end + 1;
  const from = text.skip(end, 'and');
  const rest = text.continuesAt(from) ? readBelowHundred(text, from) : null;
  return rest ? { value: value + rest.value, end: rest.end } : { value, end };
}

function readGroup(text: SpokenText, at: number) {
  const group = readHundreds(text, at);
  if (!group) return null;
  const word = text.continuesAt(group.end) ? text.key(group.end) : '';
  const factor = SCALES.get(word) ?? 1;
  return { value: group.value, factor, word, end: factor === 1 ? group.end : group.end + 1 };
}

/** A cardinal number from 1, or 'zero'. */
export function readCardinal(text: SpokenText, at: number): Cardinal | null {
  if (text.key(at) === 'zero') return { value: 0, end: at + 1, scale: null };
  return sumGroups(text, at, { readGroup, link: 'and' });
}
