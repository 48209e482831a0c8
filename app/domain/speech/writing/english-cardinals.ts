import { numbered, type SpokenText } from './spoken-text';

const UNITS = new Map<string, number>([
  ...numbered('one two three four five six seven eight nine ten', 1),
  ...numbered(
    'eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen',
    11,
  ),
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

export interface Cardinal {
  value: number;
  end: number;
  /** 'million' of '2 million': the number ends in it; and how many of them. */
  scale: { word: string; factor: number } | null;
}

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

/** Also 'fifteen hundred'. */
function readHundreds(text: SpokenText, at: number): { value: number; end: number } | null {
  const first = readBelowHundred(text, at);
  if (!first || text.key(first.end) !== 'hundred') return first;
  const value = first.value * 100;
  const end = first.end + 1;
  const from = text.key(end) === 'and' ? end + 1 : end;
  const rest = text.continuesAt(from) ? readBelowHundred(text, from) : null;
  return rest ? { value: value + rest.value, end: rest.end } : { value, end };
}

/** A cardinal number from 1, or 'zero'. */
export function readCardinal(text: SpokenText, at: number): Cardinal | null {
  if (text.key(at) === 'zero') return { value: 0, end: at + 1, scale: null };
  let value = 0;
  let end = at;
  let lastScale = Number.POSITIVE_INFINITY;
  let scale: Cardinal['scale'] = null;
  for (let from = at; from === at || text.continuesAt(from); ) {
    const group = readHundreds(text, from);
    if (!group) break;
    const word = text.key(group.end);
    const factor = SCALES.get(word) ?? 1;
    if (factor >= lastScale) break;
    lastScale = factor;
    value += group.value * factor;
    end = factor === 1 ? group.end : group.end + 1;
    scale = factor >= 1e6 && from === at ? { word, factor: group.value } : null;
    if (factor === 1) break;
    from = text.key(end) === 'and' ? end + 1 : end;
  }
  return end === at ? null : { value, end, scale };
}
