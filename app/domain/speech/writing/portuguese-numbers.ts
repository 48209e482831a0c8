import { type DigitLanguage, type NumberKind, writeDigitRun } from './digit-run';
import { readBelowHundred, readCardinal } from './portuguese-cardinals';
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

const MONTHS = setOf(
  'janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro',
);
const DAY_PARTS = setOf('manhã tarde noite madrugada');
/** What may follow an hour that has neither 'horas' nor minutes. */
const AFTER_HOUR = setOf('e em mas para com até ou hoje amanhã ontem no na porque quando');
const UNITS = setOf(
  'quilômetro quilômetros quilómetros km metro metros centímetro centímetros milímetro milímetros quilo quilos quilograma quilogramas grama gramas miligrama miligramas tonelada toneladas litro litros mililitro mililitros hectare hectares grau graus polegada polegadas watts volts megabytes gigabytes',
);
const CURRENCIES = new Map([
  ...['real', 'reais'].map((word): [string, string] => [word, 'R$']),
  ...['dólar', 'dólares'].map((word): [string, string] => [word, 'US$']),
  ...['euro', 'euros'].map((word): [string, string] => [word, '€']),
  ...['libra', 'libras'].map((word): [string, string] => [word, '£']),
]);
const SECTIONS = setOf('artigo artigos parágrafo parágrafos');
const YEAR_PREPOSITIONS = setOf('em desde até ano');

const ORDINAL_UNITS = new Map(
  numbered('primeiro segundo terceiro quarto quinto sexto sétimo oitavo nono', 1),
);
const ORDINAL_TENS = new Map<string, number>([
  ...numbered(
    'décimo vigésimo trigésimo quadragésimo quinquagésimo sexagésimo septuagésimo octogésimo nonagésimo',
    10,
    10,
  ),
  ['setuagésimo', 70],
  ['centésimo', 100],
]);

const written = (value: number) => grouped(value, '.');

/** A number with or without decimals, as it is written. */
interface Quantity {
  /** Without the word of its scale. */
  number: string;
  /** 'milhões'. */
  scale: string | null;
  value: number;
  hasDecimals: boolean;
  end: number;
}

/** Digits after a decimal comma: 'zero cinco', 'setenta e cinco', 'um quatro um'. */
function readDecimals(text: SpokenText, at: number): { digits: string; end: number } | null {
  let digits = '';
  let index = at;
  while (digits.length < 8 && text.key(index) === 'zero') {
    digits += '0';
    index += 1;
  }
  const whole = readBelowHundred(text, index);
  if (!whole) return digits === '' ? null : { digits, end: index };
  digits += whole.value;
  index = whole.end;
  while (digits.length < 8 && whole.value < 10) {
    const next = readBelowHundred(text, index);
    if (!next || next.value > 9 || !text.continuesAt(index)) break;
    digits += next.value;
    index = next.end;
  }
  return { digits, end: index };
}

function readQuantity(text: SpokenText, at: number): Quantity | null {
  const whole = readCardinal(text, at);
  if (!whole) return null;
  const { value, scale, end } = whole;
  const mark = text.key(end);
  if (mark === 'vírgula') {
    const decimals = readDecimals(text, end + 1);
    if (!decimals) return plain(whole);
    const next = text.key(decimals.end);
    const scaleWord = /^(milh|bilh|trilh)(ão|ões)$/.test(next) ? next : null;
    return {
      number: `${written(value)},${decimals.digits}`,
      scale: scaleWord,
      value,
      hasDecimals: true,
      end: scaleWord === null ? decimals.end : decimals.end + 1,
    };
  }
  if (scale && mark === 'e' && text.key(end + 1) === 'meio') {
    return { number: `${scale.factor},5`, scale: scale.word, value, hasDecimals: true, end: end + 2 };
  }
  return plain(whole);
}

const plain = ({ value, scale, end }: Cardinal): Quantity => ({
  number: scale ? written(scale.factor) : written(value),
  scale: scale?.word ?? null,
  value,
  hasDecimals: false,
  end,
});

const textsOf = ({ number, scale }: Quantity) => (scale ? [number, scale] : [number]);

/** The hour that stands at an index, with what was said of its minutes. */
function readHour(text: SpokenText, at: number) {
  const hour = text.key(at) === 'zero' ? { value: 0, end: at + 1 } : readBelowHundred(text, at);
  if (!hour || hour.value > 24) return null;
  const hasUnit = /^horas?$/.test(text.key(hour.end));
  const end = hasUnit ? hour.end + 1 : hour.end;
  const value = hour.value;
  if (text.key(end) !== 'e' || !text.continuesAt(end + 1)) return { value, minutes: null, hasUnit, end };
  if (text.key(end + 1) === 'meia') return { value, minutes: 30, hasUnit, end: end + 2 };
  const minutes = readBelowHundred(text, end + 1);
  const hasMinutes = minutes && minutes.value < 60 && (minutes.value > 4 || hasUnit);
  if (!hasMinutes) return { value, minutes: null, hasUnit, end };
  const isNamed = /^minutos?$/.test(text.key(minutes.end));
  return { value, minutes: minutes.value, hasUnit, end: isNamed ? minutes.end + 1 : minutes.end };
}

const isDayPart = (text: SpokenText, at: number) => text.key(at) === 'da' && DAY_PARTS.has(text.key(at + 1));

const hour: WritingRule = (text, at) => {
  const [before = '', earlier = ''] = text.before(at, 2);
  const isStart = before === 'das';
  const isAt = before === 'às' || before === 'à' || before === 'pelas';
  const isUntil = before === 'as' && /^(até|entre)$/.test(earlier);
  if (!isStart && !isAt && !isUntil) return null;
  const read = readHour(text, at);
  if (!read) return null;
  const { value, minutes, hasUnit, end } = read;
  const next = text.key(end);
  const isPlain = minutes === null && !hasUnit;
  const isClosed = text.pauseAfterMs(end - 1) >= 250 || AFTER_HOUR.has(next);
  const isSpan = isStart && next === 'às' && readHour(text, end + 1) !== null;
  const isHour = isSpan || isDayPart(text, end) || text.key(end) === 'em';
  if (isPlain && !isHour && (isStart || !isClosed)) return null;
  if (isStart && hasUnit && minutes === null && next === 'de') return null;
  return { end, texts: [`${value}h${minutes === null ? '' : twoDigits(minutes)}`] };
};

/** A year after 'de' or another preposition. */
function readYear(text: SpokenText, at: number, least: number): { value: number; end: number } | null {
  const read = readCardinal(text, at);
  return read && !read.scale && read.value >= least && read.value < 2100 ? read : null;
}

const year: WritingRule = (text, at) => {
  const [before = '', earlier = ''] = text.before(at, 2);
  const isNamed = before === 'ano' || (before === 'de' && (earlier === 'ano' || MONTHS.has(earlier)));
  const isAfterPreposition = YEAR_PREPOSITIONS.has(before) || before === 'de';
  if (!isNamed && !isAfterPreposition) return null;
  const read = readYear(text, at, before === 'de' && !isNamed ? 1900 : 1100);
  if (!read || CURRENCIES.has(text.key(read.end)) || text.key(read.end) === 'por') return null;
  const isRound = read.value % 100 === 0;
  if (isRound && !isNamed) return null;
  return { end: read.end, texts: [String(read.value)] };
};

const day: WritingRule = (text, at) => {
  const isFirst = text.key(at) === 'primeiro';
  const read = isFirst ? { value: 1, end: at + 1 } : readBelowHundred(text, at);
  if (!read || read.value > 31) return null;
  const hasMonth = text.key(read.end) === 'de' && MONTHS.has(text.key(read.end + 1));
  const isNamed = text.key(at - 1) === 'dia';
  const other = /^(e|a|ou|até)$/.test(text.key(read.end)) ? readBelowHundred(text, read.end + 1) : null;
  const isInSpan =
    other !== null && text.key(other.end) === 'de' && MONTHS.has(text.key(other.end + 1)) && !isFirst;
  if (!hasMonth && !isNamed && !isInSpan) return null;
  if (text.key(at) === 'um' && !isNamed && !hasMonth) return null;
  return { end: read.end, texts: [isFirst ? '1º' : String(read.value)] };
};

const money: WritingRule = (text, at) => {
  const read = readQuantity(text, at);
  if (!read) return null;
  const isLinked = read.scale !== null && text.key(read.end) === 'de';
  const named = isLinked ? read.end + 1 : read.end;
  const word = text.key(named);
  if (/^centavos?$/.test(word) && read.value < 100 && !read.hasDecimals) {
    return { end: named + 1, texts: ['R$', `0,${twoDigits(read.value)}`] };
  }
  const currency = CURRENCIES.get(word);
  if (currency === undefined) return null;
  const end = named + 1;
  if (read.scale) return { end, texts: [currency, read.number, read.scale] };
  const cents = text.key(end) === 'e' ? readBelowHundred(text, end + 1) : null;
  if (cents && /^(centavos?|cents?|cêntimos?)$/.test(text.key(cents.end))) {
    return { end: cents.end + 1, texts: [currency, `${read.number},${twoDigits(cents.value)}`] };
  }
  if (word === 'real' && read.value === 1) return null;
  return { end, texts: [currency, read.hasDecimals ? read.number : `${read.number},00`] };
};

const isPercent = (text: SpokenText, at: number) => text.key(at) === 'por' && text.key(at + 1) === 'cento';

const percent: WritingRule = (text, at) => {
  if (text.key(at) === 'meio' && isPercent(text, at + 1)) return { end: at + 3, texts: ['0,5%'] };
  const read = readQuantity(text, at);
  if (!read) return null;
  if (isPercent(text, read.end) && !read.scale) return { end: read.end + 2, texts: [`${read.number}%`] };
  const other = /^(e|a|ou)$/.test(text.key(read.end)) ? readQuantity(text, read.end + 1) : null;
  if (!other || !isPercent(text, other.end) || /^uma?$/.test(text.key(at))) return null;
  return { end: read.end, texts: [`${read.number}%`] };
};

const decimal: WritingRule = (text, at) => {
  const read = readQuantity(text, at);
  if (read?.hasDecimals) return { end: read.end, texts: textsOf(read) };
  const whole = readCardinal(text, at);
  if (!whole || text.key(whole.end) !== 'ponto' || whole.value > 99) return null;
  const decimals = readDecimals(text, whole.end + 1);
  return decimals && { end: decimals.end, texts: [`${whole.value}.${decimals.digits}`] };
};

function readOrdinal(text: SpokenText, at: number) {
  const key = text.key(at);
  const masculine = key.replace(/a(s?)$/, 'o$1').replace(/s$/, '');
  const sign = /as?$/.test(key) ? 'ª' : 'º';
  const tens = ORDINAL_TENS.get(masculine);
  if (tens === undefined) {
    const value = ORDINAL_UNITS.get(masculine);
    return value === undefined ? null : { value, sign, end: at + 1 };
  }
  const unit = text.continuesAt(at + 1) ? ORDINAL_UNITS.get(text.key(at + 1).replace(/a$/, 'o')) : undefined;
  return unit === undefined ? { value: tens, sign, end: at + 1 } : { value: tens + unit, sign, end: at + 2 };
}

const ordinal: WritingRule = (text, at) => {
  const isSection = SECTIONS.has(text.key(at - 1));
  const read = readOrdinal(text, at);
  if (read && (read.value > 10 || isSection)) return { end: read.end, texts: [`${read.value}${read.sign}`] };
  const counted = isSection ? readCardinal(text, at) : null;
  return counted && { end: counted.end, texts: [written(counted.value)] };
};

const cardinal: WritingRule = (text, at) => {
  const read = readQuantity(text, at);
  if (!read) return null;
  const { value, end, scale } = read;
  const next = text.key(end);
  if (scale) return { end, texts: textsOf(read) };
  if (UNITS.has(next) && text.continuesAt(end))
    return /^uma?$/.test(text.key(at)) ? { end, texts: null } : { end, texts: textsOf(read) };
  const isTale = value === 1001 && next === 'noites';
  const isBareThousand = value === 1000;
  return { end, texts: value <= 10 || isTale || isBareThousand ? null : textsOf(read) };
};

const phoneOf = (digits: string): string[] | null => {
  if (/^0[389]00\d{6,7}$/.test(digits)) return [digits.slice(0, 4), digits.slice(4, 7), digits.slice(7)];
  const local = (rest: string) => `${rest.slice(0, -4)}-${rest.slice(-4)}`;
  if (digits.length === 8 || digits.length === 9) return [local(digits)];
  const isWhole = (digits.length === 10 || digits.length === 11) && !digits.startsWith('0');
  return isWhole
    ? [`(${digits.slice(0, 2)})`, local(digits.slice(2))]
    : /^1\d\d$/.test(digits)
      ? [digits]
      : null;
};

/** Writes digits in groups by a pattern in which each # is a digit. */
const pattern = (shape: string) => {
  const count = shape.split('#').length - 1;
  return (digits: string) => {
    if (digits.length !== count) return null;
    let next = 0;
    return [shape.replace(/#/g, () => digits[next++]!)];
  };
};

const KINDS: NumberKind[] = [
  { names: setOf('cpf'), write: pattern('###.###.###-##') },
  { names: setOf('cnpj'), write: pattern('##.###.###/####-##') },
  // Unified numbering of court cases: resolution 65/2008 of the National Council of Justice (CNJ).
  { names: setOf('processo processos autos'), write: pattern('#######-##.####.#.##.####') },
  { names: setOf('cep'), write: pattern('#####-###') },
  {
    names: setOf(
      'telefone telefones celular whatsapp ligue ligar liga ligou número fixo contato disque fone',
    ),
    write: phoneOf,
  },
];

const DIGITS: DigitLanguage = {
  digits: new Map([
    ...numbered('zero um dois três quatro cinco seis sete oito nove', 0).map(
      ([word, value]): [string, string] => [word, String(value)],
    ),
    ['meia', '6'],
  ]),
  besideOthers: setOf('meia'),
  separators: new Map([
    ['ponto', '.'],
    ['traço', '-'],
    ['hífen', '-'],
    ['barra', '/'],
  ]),
  several(text, at, soFar) {
    if (soFar === '0' && /^(oito|tre|nove)centos$/.test(text.key(at))) {
      return { digits: String(readCardinal(text, at)?.value ?? ''), end: at + 1 };
    }
    // The area code: 'onze nove oito sete …'
    const read = soFar === '' ? readBelowHundred(text, at) : null;
    return read &&
      read.value > 9 &&
      DIGITS.digits.has(text.key(read.end)) &&
      DIGITS.digits.has(text.key(read.end + 1))
      ? { digits: String(read.value), end: read.end }
      : null;
  },
  kinds: KINDS,
  keepsSeparators: setOf('conta agência protocolo'),
};

const digitRun: WritingRule = (text, at) => writeDigitRun(text, at, DIGITS);

/** The first that finds something applies. */
const RULES = [hour, digitRun, money, percent, decimal, day, year, ordinal, cardinal];

export function rewritePortugueseNumber(text: SpokenText, at: number): Rewriting | null {
  for (const rule of RULES) {
    const found = rule(text, at);
    if (found) return found;
  }
  return null;
}
