import { type DigitLanguage, type NumberKind, writeDigitRun } from './digit-run';
import { readBelowHundred, readCardinal } from './english-cardinals';
import {
  grouped,
  numbered,
  type Rewriting,
  type SpokenText,
  setOf,
  twoDigits,
  type WritingRule,
} from './spoken-text';
import type { Cardinal } from './sum-groups';

const MONTHS = setOf('january february march april may june july august september october november december');
/** Also verbs: they need a preposition before or a year after them. */
const VERBS = setOf('march may');
const DATE_PREPOSITIONS = setOf('on in by until since from before after of');
const TIME_PREPOSITIONS = setOf('at by until till before after around about from to');
const YEAR_PREPOSITIONS = setOf('in since by from of until year before after between');
/** 'nineteen hundred and ninety eight'. */
const MAX_YEAR_WORDS = 5;
const DECADES = new Map(
  numbered('twenties thirties forties fifties sixties seventies eighties nineties', 20, 10),
);
/** What is counted by an ordinal such as 'forty second', which is also a time. */
const COUNTED = setOf(
  'street avenue floor birthday president edition anniversary day century amendment round place',
);
const UNITS = setOf(
  'kilometre kilometres kilometer kilometers km metre metres meter meters centimetres centimeters millimetres millimeters mile miles inch inches kilo kilos kilogram kilograms gram grams milligram milligrams tonnes tons litre litres liter liters hectares acres degrees watts volts megabytes gigabytes cents',
);
const CURRENCIES = new Map([
  ...['dollar', 'dollars'].map((word): [string, string] => [word, '$']),
  ...['pound', 'pounds'].map((word): [string, string] => [word, '£']),
  ...['euro', 'euros'].map((word): [string, string] => [word, '€']),
  ['reais', 'R$'],
]);
const WEIGHING = /^weigh/;

const ORDINAL_UNITS = new Map<string, number>([
  ...numbered('first second third fourth fifth sixth seventh eighth ninth tenth', 1),
  ...numbered(
    'eleventh twelfth thirteenth fourteenth fifteenth sixteenth seventeenth eighteenth nineteenth',
    11,
  ),
]);
const ORDINAL_TENS = new Map<string, number>([
  ...numbered('twentieth thirtieth fortieth fiftieth sixtieth seventieth eightieth ninetieth', 20, 10),
  ['hundredth', 100],
]);
const TENS = new Map(numbered('twenty thirty forty fifty sixty seventy eighty ninety', 20, 10));

const written = (value: number) => grouped(value, ',');

interface Quantity {
  number: string;
  /** 'million'. */
  scale: string | null;
  value: number;
  hasDecimals: boolean;
  end: number;
}

const isZero = (key: string) => key === 'zero' || key === 'oh';

/** Digits after a decimal point: 'oh five', 'seven five', 'seventy five'. */
function readDecimals(text: SpokenText, at: number): { digits: string; end: number } | null {
  let digits = '';
  let index = at;
  while (digits.length < 8) {
    if (isZero(text.key(index))) {
      digits += '0';
      index += 1;
      continue;
    }
    const next = readBelowHundred(text, index);
    if (!next || (next.value > 9 && digits !== '') || (index > at && !text.continuesAt(index))) break;
    digits += next.value;
    index = next.end;
    if (next.value > 9) break;
  }
  return digits === '' ? null : { digits, end: index };
}

function readQuantity(text: SpokenText, at: number): Quantity | null {
  const isArticle = text.key(at) === 'a' && /^(thousand|million|billion)$/.test(text.key(at + 1));
  const whole = isArticle ? readAfterArticle(text, at) : readCardinal(text, at);
  if (!whole) return null;
  const decimals = text.key(whole.end) === 'point' ? readDecimals(text, whole.end + 1) : null;
  if (!decimals) {
    const { value, scale, end } = whole;
    return {
      number: written(scale ? scale.factor : value),
      scale: scale?.word ?? null,
      value,
      hasDecimals: false,
      end,
    };
  }
  const next = text.key(decimals.end);
  const scale = /^(million|billion|trillion)$/.test(next) ? next : null;
  return {
    number: `${written(whole.value)}.${decimals.digits}`,
    scale,
    value: whole.value,
    hasDecimals: true,
    end: scale === null ? decimals.end : decimals.end + 1,
  };
}

/** 'a thousand' is a number only where its unit follows. */
function readAfterArticle(text: SpokenText, at: number): Cardinal {
  const values = new Map([
    ['thousand', 1000],
    ['million', 1e6],
    ['billion', 1e9],
  ]);
  const word = text.key(at + 1);
  const value = values.get(word)!;
  return { value, end: at + 2, scale: value >= 1e6 ? { word, factor: 1 } : null };
}

/** 'a hundred', but not 'a hundred and five'. */
const isBareArticle = (text: SpokenText, at: number, end: number) => text.key(at) === 'a' && end === at + 2;

/** 'two and a half', also 'million': a number only before what is counted in digits. */
function readHalf(text: SpokenText, at: number): Quantity | null {
  const whole = readCardinal(text, at);
  if (!whole || whole.scale || whole.value > 999 || text.key(at) === 'a') return null;
  if (['and', 'a', 'half'].some((word, index) => text.key(whole.end + index) !== word)) return null;
  const end = whole.end + 3;
  const scale = /^(million|billion|trillion)$/.test(text.key(end)) ? text.key(end) : null;
  return {
    number: `${whole.value}.5`,
    scale,
    value: whole.value,
    hasDecimals: true,
    end: scale === null ? end : end + 1,
  };
}

const textsOf = ({ number, scale }: Quantity) => (scale ? [number, scale] : [number]);

function halfOfDay(text: SpokenText, at: number): { text: string; end: number } | null {
  const key = text.key(at).replaceAll('.', '');
  if (key === 'am' || key === 'pm') return { text: key, end: at + 1 };
  return (key === 'a' || key === 'p') && text.key(at + 1) === 'm' ? { text: `${key}m`, end: at + 2 } : null;
}

const isDayPart = (text: SpokenText, at: number) =>
  (text.key(at) === 'in' &&
    text.key(at + 1) === 'the' &&
    /^(morning|afternoon|evening)$/.test(text.key(at + 2))) ||
  (text.key(at) === 'at' && text.key(at + 1) === 'night');

/** 'at six in the evening'. */
const hour: WritingRule = (text, at) => {
  const read = readBelowHundred(text, at);
  const before = text.key(at - 1);
  if (!read || read.value > 12 || before === 'to' || !TIME_PREPOSITIONS.has(before)) return null;
  return isDayPart(text, read.end) ? { end: read.end, texts: [String(read.value)] } : null;
};

const time: WritingRule = (text, at) => {
  const hour = readBelowHundred(text, at);
  if (!hour || hour.value > 12) return null;
  const { value, end } = hour;
  if (text.key(end) === "o'clock") return { end: end + 1, texts: [String(value), "o'clock"] };
  const half = halfOfDay(text, end);
  if (half?.text && text.key(end) !== 'a') return { end: half.end, texts: [String(value), half.text] };
  const isLate = text.key(end) === 'oh';
  const minutes = readBelowHundred(text, isLate ? end + 1 : end);
  if (!minutes || (isLate ? minutes.value > 9 : minutes.value < 10 || minutes.value > 59)) return null;
  const after = halfOfDay(text, minutes.end);
  const shown = `${value}:${twoDigits(minutes.value)}`;
  if (after) return { end: after.end, texts: [shown, after.text] };
  if (!TIME_PREPOSITIONS.has(text.key(at - 1))) return null;
  const isLonger =
    DIGITS.digits.has(text.key(minutes.end)) || /^(hundred|thousand|percent)$/.test(text.key(minutes.end));
  return isLonger ? null : { end: minutes.end, texts: [shown] };
};

/** 'nineteen eighty four', 'twenty twenty', 'nineteen oh five'; also 'two thousand and five'. */
function readYear(text: SpokenText, at: number): { value: number; end: number } | null {
  const whole = readCardinal(text, at);
  if (whole && !whole.scale && whole.value >= 1100 && whole.value < 2100) return whole;
  const century = UNIT_PAIRS.get(text.key(at));
  if (century === undefined || !text.continuesAt(at + 1)) return null;
  if (text.key(at + 1) === 'oh') {
    const unit = readBelowHundred(text, at + 2);
    return unit && unit.value < 10 ? { value: century * 100 + unit.value, end: unit.end } : null;
  }
  const rest = readBelowHundred(text, at + 1);
  return rest && rest.value > 9 ? { value: century * 100 + rest.value, end: rest.end } : null;
}

const UNIT_PAIRS = new Map([
  ...numbered('eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen', 11),
  ['twenty', 20] as const,
]);

const year: WritingRule = (text, at) => {
  const read = readYear(text, at);
  if (!read) return null;
  const before = text.key(at - 1);
  const isSecond = before === 'and' && isYearBefore(text, at - 1);
  const isAfterPreposition = YEAR_PREPOSITIONS.has(before) || MONTHS.has(before) || isSecond;
  const isLastCentury = text.key(at) === 'nineteen' && read.value >= 1900 && text.key(at + 1) !== 'hundred';
  const isRound = read.value % 100 === 0;
  const isCounted = CURRENCIES.has(text.key(read.end)) || /^(percent|per|hundred)$/.test(text.key(read.end));
  if (isCounted || isRound || (!isAfterPreposition && !isLastCentury)) return null;
  return { end: read.end, texts: [String(read.value)] };
};

/** Whether 'between' and a year stand before an index. */
function isYearBefore(text: SpokenText, at: number): boolean {
  const back = text.before(at, MAX_YEAR_WORDS + 1).indexOf('between');
  return back > 0 && readYear(text, at - back)?.end === at;
}

/** 'the nineteen eighties'. */
const decade: WritingRule = (text, at) => {
  const century = UNIT_PAIRS.get(text.key(at));
  const tens = DECADES.get(text.key(at + 1));
  if (century === undefined || tens === undefined) return null;
  return { end: at + 2, texts: [`${century * 100 + tens}s`] };
};

const suffixOf = (value: number) => {
  const isTeen = value % 100 > 10 && value % 100 < 14;
  return (!isTeen && ['th', 'st', 'nd', 'rd'][value % 10]) || 'th';
};

function readOrdinal(text: SpokenText, at: number): { value: number; end: number } | null {
  const [first = '', joined] = text.key(at).split('-');
  const tens = TENS.get(first);
  if (tens !== undefined) {
    const unit = ORDINAL_UNITS.get(joined ?? text.key(at + 1));
    if (unit === undefined || unit > 9) return null;
    return { value: tens + unit, end: joined === undefined ? at + 2 : at + 1 };
  }
  const value = ORDINAL_UNITS.get(first) ?? ORDINAL_TENS.get(first);
  return value === undefined ? null : { value, end: at + 1 };
}

/** The day after a month, and its year. */
const date: WritingRule = (text, at) => {
  const month = text.key(at - 1);
  const read = readOrdinal(text, at);
  if (!read || read.value > 31) return null;
  if (text.key(read.end) === 'of' && MONTHS.has(text.key(read.end + 1))) {
    return { end: read.end, texts: [`${read.value}${suffixOf(read.value)}`] };
  }
  if (!MONTHS.has(month)) return null;
  const after = text.continuesAt(read.end) ? readYear(text, read.end) : null;
  if (VERBS.has(month) && !after && !DATE_PREPOSITIONS.has(text.key(at - 2))) return null;
  return after
    ? { end: after.end, texts: [`${read.value},`, String(after.value)] }
    : { end: read.end, texts: [String(read.value)] };
};

const money: WritingRule = (text, at) => {
  const half = readHalf(text, at);
  const read = half && CURRENCIES.has(text.key(half.end)) ? half : readQuantity(text, at);
  const word = read ? text.key(read.end) : '';
  const currency = CURRENCIES.get(word);
  if (!read || currency === undefined) return null;
  if (follows(text, at)) return { end: read.end, texts: null };
  if (currency === '£' && text.before(at, 4).some((before) => WEIGHING.test(before))) {
    return { end: read.end, texts: textsOf(read) };
  }
  const end = read.end + 1;
  if (read.scale) return { end, texts: [`${currency}${read.number}`, read.scale] };
  const cents = text.key(end) === 'and' ? readBelowHundred(text, end + 1) : null;
  if (cents && /^(cents?|pence)$/.test(text.key(cents.end))) {
    return { end: cents.end + 1, texts: [`${currency}${read.number}.${twoDigits(cents.value)}`] };
  }
  return { end, texts: [`${currency}${read.number}`] };
};

/** The index after 'percent' or 'per cent'; null where it does not stand. */
function percentEnd(text: SpokenText, at: number): number | null {
  if (text.key(at) === 'percent') return at + 1;
  return text.key(at) === 'per' && text.key(at + 1) === 'cent' ? at + 2 : null;
}

const percent: WritingRule = (text, at) => {
  const half = readHalf(text, at);
  const read = half && percentEnd(text, half.end) !== null ? half : readQuantity(text, at);
  if (!read || read.scale || isBareArticle(text, at, read.end)) return null;
  const end = percentEnd(text, read.end);
  if (end !== null) return { end, texts: [`${read.number}%`] };
  const other = /^(and|to|or)$/.test(text.key(read.end)) ? readQuantity(text, read.end + 1) : null;
  if (!other || percentEnd(text, other.end) === null || text.key(at) === 'one') return null;
  return { end: read.end, texts: [`${read.number}%`] };
};

const decimal: WritingRule = (text, at) => {
  const read = readQuantity(text, at);
  return read?.hasDecimals ? { end: read.end, texts: textsOf(read) } : null;
};

const ordinal: WritingRule = (text, at) => {
  const read = readOrdinal(text, at);
  if (!read) return null;
  const isSeconds = read.value > 20 && read.value % 10 === 2 && text.key(at - 1) !== 'the';
  const isTime = isSeconds && !COUNTED.has(text.key(read.end));
  if (read.value <= 10 || isTime) return { end: read.end, texts: null };
  return { end: read.end, texts: [`${read.value}${suffixOf(read.value)}`] };
};

const cardinal: WritingRule = (text, at) => {
  const read = readQuantity(text, at);
  if (!read || isBareArticle(text, at, read.end)) return null;
  const { value, end, scale } = read;
  if (isInRow(text, at, end) || isBeforeHour(text, end)) return { end, texts: null };
  if (scale) return { end, texts: textsOf(read) };
  const hasUnit = UNITS.has(text.key(end)) && text.continuesAt(end) && text.key(at) !== 'one';
  return { end, texts: value > 10 || hasUnit ? textsOf(read) : null };
};

/** 'twenty past six'. */
function isBeforeHour(text: SpokenText, end: number): boolean {
  const hour = /^(past|to)$/.test(text.key(end)) ? readBelowHundred(text, end + 1) : null;
  return hour !== null && hour.value <= 12;
}

/** Whether a number from 1 to 9 stands right before: 'two three hundred dollars'. */
const follows = (text: SpokenText, at: number) =>
  text.isAdjacent(at) && DIGITS.digits.has(text.key(at - 1)) && text.key(at - 1) !== 'oh';

/** Numbers side by side, as in 'fifty fifty' or 'nine eleven', of which nobody knows what they are. */
const isInRow = (text: SpokenText, at: number, end: number) =>
  follows(text, at) ||
  (text.isAdjacent(at) && TENS.has(text.key(at - 1))) ||
  (text.isAdjacent(end) && readBelowHundred(text, end) !== null);

const phoneOf = (digits: string): string[] | null => {
  if (digits.length === 7) return [`${digits.slice(0, 3)}-${digits.slice(3)}`];
  const local = digits.slice(-10);
  const number = `${local.slice(0, 3)}-${local.slice(3, 6)}-${local.slice(6)}`;
  if (digits.length === 10 && !/^[01]/.test(digits)) return [number];
  if (digits.length === 11 && digits.startsWith('1')) return [`1-${number}`];
  return /^(911|999|112)$/.test(digits) ? [digits] : null;
};

const KINDS: NumberKind[] = [
  {
    names: setOf('security social'),
    write: (digits) =>
      digits.length === 9 ? [`${digits.slice(0, 3)}-${digits.slice(3, 5)}-${digits.slice(5)}`] : null,
  },
  {
    names: setOf('phone telephone call dial cell mobile fax text number line reach'),
    write: phoneOf,
  },
];

const REPEATED = new Map([
  ['double', 2],
  ['triple', 3],
]);

const DIGITS: DigitLanguage = {
  digits: new Map([
    ...numbered('zero one two three four five six seven eight nine', 0).map(
      ([word, value]): [string, string] => [word, String(value)],
    ),
    ['oh', '0'],
  ]),
  besideOthers: setOf('oh'),
  separators: new Map([
    ['dash', '-'],
    ['hyphen', '-'],
    ['slash', '/'],
  ]),
  several(text, at, soFar) {
    const times = REPEATED.get(text.key(at));
    const digit = DIGITS.digits.get(text.key(at + 1));
    if (times !== undefined && digit !== undefined && soFar !== '') {
      return { digits: digit.repeat(times), end: at + 2 };
    }
    const isTollFree = soFar === '1' && text.key(at) === 'eight' && text.key(at + 1) === 'hundred';
    return isTollFree ? { digits: '800', end: at + 2 } : null;
  },
  kinds: KINDS,
  ungrouped: setOf(
    'code serial tracking account member order case docket policy invoice passport license licence ticket reference pin',
  ),
  number: 'number',
};

const digitRun: WritingRule = (text, at) => writeDigitRun(text, at, DIGITS);

/** The first that finds something applies. */
const RULES = [hour, time, digitRun, money, percent, decimal, date, decade, year, ordinal, cardinal];

export function rewriteEnglishNumber(text: SpokenText, at: number): Rewriting | null {
  for (const rule of RULES) {
    const found = rule(text, at);
    if (found) return found;
  }
  return null;
}
