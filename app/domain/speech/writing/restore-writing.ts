import { createUtterance } from '../../transcript/create-utterance';
import type { Utterance, Word } from '../../transcript/transcript';
import { meanConfidence } from '../../transcript/transcript-confidence';
import { english } from './english';
import { portuguese } from './portuguese';
import { COMMA_PAUSE_MS, SpokenText } from './spoken-text';
import type { WrittenLanguage } from './written-language';

const LANGUAGES: Record<string, WrittenLanguage> = { pt: portuguese, en: english };

/** A pause between two words of one utterance that ends a sentence. */
const SENTENCE_PAUSE_MS = 600;
/** Words after which other work has its turn; a step takes about a millisecond. */
const WORDS_AT_ONCE = 500;
/** Longer sentences are hardly questions; it also bounds what is searched for one. */
const MAX_QUESTION_WORDS = 16;
/** More words of a glossary entry are not compared. */
const MAX_SPELLING_WORDS = 8;
/** Fewer words without a mark may be a written text too. */
const LEAST_TO_TELL = 20;
/** Written text has marks or capitals at least so often. */
const MIN_WRITTEN_SHARE = 0.02;

/** A word of the result: a written number spans the words that were said for it. */
interface Unit {
  text: string;
  first: number;
  last: number;
}

/** How a name or an acronym is said, and written. */
interface Spelling {
  said: string[];
  texts: string[];
}

type Spellings = Map<string, Spelling[]>;

/** Yields between two steps, so that other work may have its turn. */
type Steps<Result> = Generator<void, Result>;

type Writer = (spoken: Utterance) => Steps<Utterance>;

/**
 * Whether a recognizer that does not say so wrote capitals or punctuation. Too few words to tell are left as they are;
 * digits alone are no writing.
 */
export function isWritten(words: readonly Pick<Word, 'text'>[]): boolean {
  if (words.length < LEAST_TO_TELL) return true;
  const marked = words.filter(({ text }) => /\p{Lu}|[.,!?…]$/u.test(text)).length;
  return marked >= Math.max(1, words.length * MIN_WRITTEN_SHARE);
}

/** By its first word in lower case, the longest first. */
function indexSpellings(spellings: readonly string[]): Spellings {
  const byFirst: Spellings = new Map();
  for (const spelling of spellings) {
    const words = spelling.normalize('NFC').split(/\s+/).filter(Boolean).slice(0, MAX_SPELLING_WORDS);
    const said = words.flatMap((word) => word.toLowerCase().split('-')).filter(Boolean);
    if (said.length > 0) byFirst.set(said[0]!, [...(byFirst.get(said[0]!) ?? []), { said, texts: words }]);
  }
  for (const known of byFirst.values()) known.sort((one, other) => other.said.length - one.said.length);
  return byFirst;
}

/**
 * Inverse text normalization: restores what a recognizer without writing leaves out: digits, dates, hours, sums
 * and document numbers, then capitals, then full stops, commas and question marks, from pauses and words. An expression that could
 * also mean something else stays in words. The result depends on nothing else; its time is linear.
 * @param names of glossary and people, as their owner spells them
 * @returns a function for each utterance, which gives way every few hundred words; null for a language without rules
 */
export function writerFor(language: string, names: readonly string[]): Writer | null {
  const rules = Object.hasOwn(LANGUAGES, language) ? LANGUAGES[language]! : null;
  if (!rules) return null;
  const spellings = indexSpellings([...names, ...rules.spellings]);
  return function* write({ speaker, words }) {
    return createUtterance(speaker, yield* writeWords(words, rules, spellings));
  };
}

function* writeWords(words: readonly Word[], rules: WrittenLanguage, spellings: Spellings): Steps<Word[]> {
  const text = new SpokenText(words);
  const units = yield* toUnits(words, text, rules, spellings);
  yield* punctuate(units, text, rules);
  return units.flatMap((unit) => toWords(unit, words));
}

function* toUnits(
  words: readonly Word[],
  text: SpokenText,
  rules: WrittenLanguage,
  spellings: Spellings,
): Steps<Unit[]> {
  const units: Unit[] = [];
  let yieldedAt = 0;
  for (let at = 0; at < words.length; ) {
    if (at - yieldedAt >= WORDS_AT_ONCE) {
      yieldedAt = at;
      yield;
    }
    const known = matchSpelling(text, at, spellings);
    if (known) {
      addKnown(units, known, at);
      at = known.end;
      continue;
    }
    const found = rules.rewriteNumber(text, at);
    const end = found ? Math.max(found.end, at + 1) : at + 1;
    if (found?.texts) units.push({ text: found.texts.join(' '), first: at, last: end - 1 });
    else for (let index = at; index < end; index += 1) units.push(unitOf(words, text, index, rules));
    at = end;
  }
  return units;
}

function unitOf(words: readonly Word[], text: SpokenText, index: number, rules: WrittenLanguage): Unit {
  const key = text.key(index);
  const isSurname = rules.firstNames.has(text.key(index - 1)) && SURNAMES.has(key);
  const isName = isSurname || rules.firstNames.has(key);
  return { text: isName ? capitalized(words[index]!.text) : words[index]!.text, first: index, last: index };
}

const SURNAMES = new Set(
  'silva santos souza sousa oliveira pereira ferreira rodrigues almeida nascimento lima araújo fernandes carvalho gomes martins rocha ribeiro alves monteiro mendes barros freitas barbosa pinto moreira cavalcanti smith johnson williams brown jones miller davis wilson anderson taylor martin thompson white clark lewis walker'.split(
    ' ',
  ),
);

function matchSpelling(
  text: SpokenText,
  at: number,
  spellings: Spellings,
): { texts: string[]; end: number } | null {
  for (const { said, texts } of spellings.get(text.key(at)) ?? []) {
    if (said.every((word, index) => text.key(at + index) === word)) return { texts, end: at + said.length };
  }
  return null;
}

function addKnown(units: Unit[], { texts, end }: { texts: string[]; end: number }, at: number): void {
  if (texts.length === end - at) {
    units.push(...texts.map((text, index) => ({ text, first: at + index, last: at + index })));
  } else units.push({ text: texts.join(' '), first: at, last: end - 1 });
}

/** Not after digits, as in '42nd'. */
const capitalized = (word: string) =>
  word.replace(
    /^([^\p{L}\p{N}]*)(\p{L})/u,
    (_, marks: string, letter: string) => marks + letter.toUpperCase(),
  );

/** A word with its neighbours, as the rules for commas see them; '' for a written number. */
interface Place {
  earlier: string;
  before: string;
  key: string;
  next: string;
  pauseMs: number;
  isFirst: boolean;
}

/** Adds marks and the capitals that begin sentences. */
function* punctuate(units: Unit[], text: SpokenText, rules: WrittenLanguage): Steps<void> {
  const keyOf = (index: number) => {
    const unit = units[index];
    return unit && unit.first === unit.last ? text.key(unit.first) : '';
  };
  let start = 0;
  for (const [index, unit] of units.entries()) {
    if (index % WORDS_AT_ONCE === WORDS_AT_ONCE - 1) yield;
    const place = {
      earlier: keyOf(index - 2),
      before: keyOf(index - 1),
      key: keyOf(index),
      next: keyOf(index + 1),
      pauseMs: text.pauseAfterMs(unit.last),
      isFirst: index === start,
    };
    const endsSentence = place.pauseMs >= SENTENCE_PAUSE_MS && !rules.bindingWords.has(place.key);
    if (endsSentence || index === units.length - 1) {
      endSentence(units.slice(start, index + 1), text, rules);
      start = index + 1;
    } else if (pausesForComma(place, rules) || isSetOff(place, rules)) mark(unit, ',');
  }
}

const pausesForComma = ({ key, next, pauseMs }: Place, rules: WrittenLanguage) =>
  pauseMs >= COMMA_PAUSE_MS &&
  (!rules.bindingWords.has(key) || rules.counted.has(`${key} ${next}`)) &&
  !rules.joiningWords.has(next);

/** Commas that need no pause: before 'mas', around 'senhor' after an answer, after 'sim'. */
function isSetOff(place: Place, rules: WrittenLanguage): boolean {
  const { earlier, before, key, next, isFirst } = place;
  if (rules.adversatives.has(next) && !isFirst) return true;
  if (greets(before, key, rules) && rules.titles.has(next)) return true;
  const isAddress = rules.titles.has(key) && greets(earlier, before, rules);
  if (isAddress && !rules.firstNames.has(next) && !rules.titles.has(next)) return true;
  const exceptions = isFirst ? rules.answers.get(key) : undefined;
  return exceptions !== undefined && !exceptions.has(next);
}

/** 'bom dia', 'não'; not the day of 'o dia'. */
const greets = (before: string, key: string, { greetings }: WrittenLanguage) =>
  greetings.has(key) || greetings.has(`${before} ${key}`);

/** A mark that the recognizer wrote stays. */
function mark(unit: Unit, sign: string): void {
  if (!/[.,;:!?…]$/.test(unit.text)) unit.text += sign;
}

function endSentence(sentence: Unit[], text: SpokenText, rules: WrittenLanguage): void {
  const [first, last] = [sentence[0]!, sentence.at(-1)!];
  first.text = capitalized(first.text);
  const keys = text.keys.slice(first.first, last.last + 1);
  const tagWords = [1, 2].find(
    (count) =>
      keys.length > count + 1 &&
      rules.tag.test(keys.slice(-count).join(' ')) &&
      !rules.beforeNoTag.has(keys.at(-count - 1)!),
  );
  if (tagWords !== undefined) {
    const before = sentence.at(-1 - tagWords);
    if (before) mark(before, ',');
  }
  const isQuestion =
    tagWords !== undefined || (keys.length <= MAX_QUESTION_WORDS && rules.isQuestion(keys.join(' ')));
  mark(last, isQuestion ? '?' : '.');
}

/** Texts with a space become words that share the time by their length. */
function toWords({ text, first, last }: Unit, words: readonly Word[]): Word[] {
  const said = words.slice(first, last + 1);
  const { startMs } = said[0]!;
  const endMs = said.at(-1)!.endMs;
  const confidence = said.length === 1 ? said[0]!.confidence : (meanConfidence(said) ?? 1);
  const texts = text.split(' ');
  const length = texts.reduce((sum, part) => sum + part.length, 0);
  let written = 0;
  return texts.map((part) => {
    const from = Math.round(startMs + ((endMs - startMs) * written) / length);
    written += part.length;
    const to = Math.round(startMs + ((endMs - startMs) * written) / length);
    return { text: part, startMs: from, endMs: to, confidence };
  });
}
