import { numbered, type SpokenText } from './spoken-text';
import { type Cardinal, sumGroups } from './sum-groups';

const UNITS = new Map<string, number>([
  ...numbered('um dois três quatro cinco seis sete oito nove dez', 1),
  ...numbered('uma duas', 1),
  ...numbered('onze doze treze catorze quinze dezesseis dezessete dezoito dezenove', 11),
  ...numbered('dezasseis dezassete', 16),
  ['quatorze', 14],
  ['dezanove', 19],
]);
const TENS = new Map(numbered('vinte trinta quarenta cinquenta sessenta setenta oitenta noventa', 20, 10));
const HUNDREDS = new Map<string, number>([
  ...numbered(
    'cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos',
    100,
    100,
  ),
  ...numbered(
    'duzentas trezentas quatrocentas quinhentas seiscentas setecentas oitocentas novecentas',
    200,
    100,
  ),
]);
const SCALES = new Map([
  ['mil', 1e3],
  ...['milhão', 'milhões'].map((word): [string, number] => [word, 1e6]),
  ...['bilhão', 'bilhões'].map((word): [string, number] => [word, 1e9]),
  ...['trilhão', 'trilhões'].map((word): [string, number] => [word, 1e12]),
]);

/** By 'e', without a pause around it. */
const isJoined = (text: SpokenText, at: number) => text.skip(at, 'e') > at && text.continuesAt(at + 1);

/** 1 to 99. */
export function readBelowHundred(text: SpokenText, at: number): { value: number; end: number } | null {
  const key = text.key(at);
  const tens = TENS.get(key);
  if (tens === undefined) {
    const value = UNITS.get(key);
    return value === undefined ? null : { value, end: at + 1 };
  }
  const unit = isJoined(text, at + 1) ? UNITS.get(text.key(at + 2)) : undefined;
  if (unit !== undefined && unit < 10) return { value: tens + unit, end: at + 3 };
  return { value: tens, end: at + 1 };
}

function readBelowThousand(text: SpokenText, at: number): { value: number; end: number } | null {
  const key = text.key(at);
  if (key === 'cem') return { value: 100, end: at + 1 };
  const hundreds = HUNDREDS.get(key);
  if (hundreds === undefined) return readBelowHundred(text, at);
  const rest = isJoined(text, at + 1) ? readBelowHundred(text, at + 2) : null;
  if (rest) return { value: hundreds + rest.value, end: rest.end };
  return key === 'cento' ? null : { value: hundreds, end: at + 1 };
}

function readGroup(text: SpokenText, at: number) {
  if (text.key(at) === 'mil') return { value: 1, factor: 1e3, word: 'mil', end: at + 1 };
  const group = readBelowThousand(text, at);
  if (!group) return null;
  const word = text.continuesAt(group.end) ? text.key(group.end) : '';
  const factor = SCALES.get(word) ?? 1;
  return { value: group.value, factor, word, end: factor === 1 ? group.end : group.end + 1 };
}

/** A cardinal number from 1, or 'zero'. */
export function readCardinal(text: SpokenText, at: number): Cardinal | null {
  if (text.key(at) === 'zero') return { value: 0, end: at + 1, scale: null };
  return sumGroups(text, at, { readGroup, link: 'e' });
}
