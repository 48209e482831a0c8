import { type DigitLanguage, type NumberKind, writeDigitRun } from './digit-run';
import { readBelowHundred, readCardinal } from './portuguese-cardinals';
import {
  COMMA_PAUSE_MS,
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
const YEAR_PREPOSITIONS = setOf('em desde até ano entre');
/** Words before 'dia' that make it any day, not a date. */
const ANY_DAY = setOf(
  'um outro todo cada naquele nesse neste aquele esse este algum qualquer bom primeiro segundo terceiro último por meio',
);
/** What may follow the day of a month, up to ten, that has no month. */
const AFTER_DAY = setOf(
  'de do da e ou a à ao às em no na eu ele ela nós você vocês que já não foi vai tem para',
);
/** 'mil novecentos e noventa e oito'. */
const MAX_YEAR_WORDS = 6;
const VAGUE = setOf('poucos poucas tantos tantas pouco');

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

const hasCents = (text: SpokenText, cents: { value: number; end: number }) =>
  cents.value > 9 && (isClosed(text, cents.end) || text.key(cents.end) === 'por');

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

/** 'dois e meio', which is a number only before what is counted in digits. */
function readHalf(text: SpokenText, at: number): Quantity | null {
  const whole = readCardinal(text, at);
  if (!whole || whole.scale || whole.value > 999 || text.key(whole.end) !== 'e') return null;
  if (text.key(whole.end + 1) !== 'meio') return null;
  return { ...plain(whole), number: `${whole.value},5`, hasDecimals: true, end: whole.end + 2 };
}

const isClosed = (text: SpokenText, end: number) =>
  text.pauseAfterMs(end - 1) >= COMMA_PAUSE_MS || AFTER_HOUR.has(text.key(end));

/** 'às quinze para as três', 'faltam dez para a uma'. */
const minutesToHour: WritingRule = (text, at) => {
  if (!/^(às|faltam|faltavam|são|eram)$/.test(text.key(at - 1))) return null;
  const minutes = readBelowHundred(text, at);
  if (!minutes || minutes.value > 29 || minutes.value % 5 !== 0) return null;
  if (text.key(minutes.end) !== 'para' || !/^as?$/.test(text.key(minutes.end + 1))) return null;
  const to = readBelowHundred(text, minutes.end + 2);
  if (!to || to.value > 12 || !(isClosed(text, to.end) || isDayPart(text, to.end))) return null;
  return {
    end: to.end,
    texts: [String(minutes.value), 'para', text.key(minutes.end + 1), `${to.value}h`],
  };
};

/** 'são duas e meia', 'eram dez e quinze da noite'. */
const hourAfterVerb: WritingRule = (text, at) => {
  if (!/^(são|eram|é|era)$/.test(text.key(at - 1))) return null;
  const read = readHour(text, at);
  if (!read || read.minutes === null || read.hasUnit || read.value > 12) return null;
  const isHalf = text.key(read.end - 1) === 'meia' && isClosed(text, read.end);
  if (!isHalf && !isDayPart(text, read.end)) return null;
  return { end: read.end, texts: [`${read.value}h${twoDigits(read.minutes)}`] };
};

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

/** After 'até as', 'entre as' and 'entre as … e as'. */
const isInSpanOfHours = (text: SpokenText, at: number, before: string) =>
  /^(até|entre)$/.test(before) || (before === 'e' && text.before(at, 8).includes('entre'));

const hour: WritingRule = (text, at) => {
  const [before = '', earlier = ''] = text.before(at, 2);
  const isStart = before === 'das';
  const isAt = before === 'às' || before === 'à' || before === 'pelas';
  const isUntil = before === 'as' && isInSpanOfHours(text, at, earlier);
  if (!isStart && !isAt && !isUntil) return null;
  const read = readHour(text, at);
  if (!read) return null;
  const { value, minutes, hasUnit, end } = read;
  const next = text.key(end);
  const isPlain = minutes === null && !hasUnit;
  const isSpan = isStart && next === 'às' && readHour(text, end + 1) !== null;
  const isHour = isSpan || isDayPart(text, end) || text.key(end) === 'em';
  if (isPlain && !isHour && (isStart || !isClosed(text, end))) return null;
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
  const isSecond = before === 'e' && isYearBefore(text, at - 1);
  const isAfterPreposition = YEAR_PREPOSITIONS.has(before) || before === 'de' || isSecond;
  if (!isNamed && !isAfterPreposition) return null;
  const read = readYear(text, at, before === 'de' && !isNamed ? 1900 : 1100);
  if (!read || CURRENCIES.has(text.key(read.end)) || text.key(read.end) === 'por') return null;
  const isRound = read.value % 100 === 0;
  const isMillennium =
    read.value === 2000 && before === 'em' && text.pauseAfterMs(read.end - 1) >= COMMA_PAUSE_MS;
  if (isRound && !isNamed && !isMillennium) return null;
  return { end: read.end, texts: [String(read.value)] };
};

/** Whether 'entre' and a year stand before an index. */
function isYearBefore(text: SpokenText, at: number): boolean {
  const back = text.before(at, MAX_YEAR_WORDS + 1).indexOf('entre');
  return back > 0 && readYear(text, at - back, 1100)?.end === at;
}

const day: WritingRule = (text, at) => {
  const isFirst = text.key(at) === 'primeiro';
  const read = isFirst ? { value: 1, end: at + 1 } : readBelowHundred(text, at);
  if (!read || read.value > 31) return null;
  const hasMonth = text.key(read.end) === 'de' && MONTHS.has(text.key(read.end + 1));
  const isNamed =
    text.key(at - 1) === 'dia' &&
    !ANY_DAY.has(text.key(at - 2)) &&
    text.key(at) !== 'uma' &&
    (read.value > 10 || AFTER_DAY.has(text.key(read.end)) || isClosed(text, read.end));
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
  if (follows(text, at)) return { end: named, texts: null };
  const end = named + 1;
  if (read.scale) return { end, texts: [currency, read.number, read.scale] };
  return sum(text, read, { currency, end });
};

/** A sum and what is said of its cents after the currency. */
function sum(text: SpokenText, read: Quantity, { currency, end }: { currency: string; end: number }) {
  const cents = text.key(end) === 'e' ? readBelowHundred(text, end + 1) : null;
  if (cents && /^(centavos?|cents?|cêntimos?)$/.test(text.key(cents.end))) {
    return { end: cents.end + 1, texts: [currency, `${read.number},${twoDigits(cents.value)}`] };
  }
  if (cents && !read.hasDecimals && hasCents(text, cents)) {
    return { end: cents.end, texts: [currency, `${read.number},${cents.value}`] };
  }
  if (text.key(end - 1) === 'real' && read.value === 1) return null;
  return { end, texts: [currency, read.hasDecimals ? read.number : `${read.number},00`] };
}

const isPercent = (text: SpokenText, at: number) => text.key(at) === 'por' && text.key(at + 1) === 'cento';

const percent: WritingRule = (text, at) => {
  if (text.key(at) === 'meio' && isPercent(text, at + 1)) return { end: at + 3, texts: ['0,5%'] };
  const half = readHalf(text, at);
  const read = half && isPercent(text, half.end) ? half : readQuantity(text, at);
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
  const staysInWords = isInRow(text, at, end) || isIdiom(text, at, end);
  if (staysInWords || (next === 'e' && VAGUE.has(text.key(end + 1)))) return { end, texts: null };
  if (scale) return { end, texts: read.number === '1' ? null : textsOf(read) };
  if (UNITS.has(next) && text.continuesAt(end))
    return /^uma?$/.test(text.key(at)) ? { end, texts: null } : { end, texts: textsOf(read) };
  const isTale = value === 1000 || value === 1001;
  if (value <= 10 || isTale) return { end, texts: null };
  return { end, texts: textsOf(read) };
};

/** Whether a number from 1 to 9 stands right before: 'dois três mil reais'. */
const follows = (text: SpokenText, at: number) =>
  text.isAdjacent(at) && DIGITS.digits.has(text.key(at - 1)) && text.key(at - 1) !== 'meia';

/** Numbers side by side, as in 'sete oito mil' or 'três e cinquenta', of which nobody knows what they are. */
const isInRow = (text: SpokenText, at: number, end: number) =>
  (text.isAdjacent(at) && text.key(at - 1) !== 'meia' && readCardinal(text, at - 1)?.end === at) ||
  (text.isAdjacent(end) && text.key(end) !== 'mil' && readCardinal(text, end) !== null) ||
  (text.key(at - 1) === 'e' && isInWords(text, at - 2) && isClosed(text, end));

/** Whether what 'e' joins stayed in words: 'três e cinquenta', 'um metro e setenta'. */
const isInWords = (text: SpokenText, at: number) =>
  ((DIGITS.digits.has(text.key(at)) || text.key(at) === 'dez') && text.key(at - 1) !== 'e') ||
  (UNITS.has(text.key(at)) && /^uma?$/.test(text.key(at - 1)));

/** 'oito ou oitenta'. */
const isIdiom = (text: SpokenText, at: number, end: number) =>
  (text.key(at) === 'oito' && text.key(end) === 'ou' && text.key(end + 1) === 'oitenta') ||
  (text.key(at) === 'oitenta' && text.key(at - 1) === 'ou' && text.key(at - 2) === 'oito');

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
      'telefone telefones celular whatsapp zap ligue ligar liga ligou número fixo contato disque fone',
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
  ungrouped: setOf('conta agência protocolo matrícula pedido contrato apólice cartão senha código boleto'),
  number: 'número',
};

const digitRun: WritingRule = (text, at) => writeDigitRun(text, at, DIGITS);

/** The first that finds something applies. */
const RULES = [
  minutesToHour,
  hourAfterVerb,
  hour,
  digitRun,
  money,
  percent,
  decimal,
  day,
  year,
  ordinal,
  cardinal,
];

export function rewritePortugueseNumber(text: SpokenText, at: number): Rewriting | null {
  for (const rule of RULES) {
    const found = rule(text, at);
    if (found) return found;
  }
  return null;
}
