/** Cost of a break that no style guide allows, such as one between an article and its noun. */
export const FORBIDDEN_BREAK = 400;

/** Of a break after a sentence; any other costs more. */
export const AFTER_SENTENCE = 0;
const AFTER_CLAUSE = 3;
const AFTER_COMMA = 5;
export const BEFORE_ASIDE = 6;
const BEFORE_CONJUNCTION = 10;
const BEFORE_PREPOSITION = 15;
export const BETWEEN_WORDS = 25;
const AFTER_HELPER = 32;
const AFTER_CONJUNCTION = 36;
const INSIDE_NAME = 38;
const BEFORE_SURNAME = 30;
const AFTER_PREPOSITION = 45;

/** A pause makes a break better: by this much for each 100 ms, up to PAUSE_BONUS. */
const BONUS_PER_100_MS = 2;
const PAUSE_BONUS = 20;

const words = (list: string): ReadonlySet<string> => new Set(list.split(' '));

// Portuguese first, then English. A word of both, such as 'as' or 'do', is in the list of its stricter use.
const DETERMINERS = words(
  'o a os as um uma uns umas ao à aos às do da dos das no na nos nas pelo pela pelos pelas num numa ' +
    'dum duma este esta estes estas esse essa esses essas aquele aquela aqueles aquelas deste desta desse ' +
    'dessa neste nesta nesse nessa daquele daquela naquele naquela meu minha meus minhas teu tua seu sua ' +
    'seus suas nosso nossa nossos nossas cada ' +
    'the an my your his her its our their this these those every',
);
const PREPOSITIONS = words(
  'de em por para pra pro com sem sob sobre entre até desde contra após durante perante ' +
    'of in to for with without on at from by into onto about between until since against after during over ' +
    'under through',
);
const CONJUNCTIONS = words(
  'e ou mas que porque pois se quando como enquanto embora porém contudo todavia entretanto então onde ' +
    'portanto nem caso qual quais quem cujo cuja ' +
    'and or but that because so if when while although though however which who whose where than nor unless',
);
const HELPERS = words(
  'quanto quanta quantos quantas muito muita muitos muitas todo toda todos todas outro outra outros outras ' +
    'algum alguma alguns algumas nenhum nenhuma vários várias mais menos ' +
    'não nunca já me te lhe lhes nos vos é são foi foram era eram será está estão estava estou sou vai vão ' +
    'vou vamos pode podem deve devem tem têm tenho temos tinha ' +
    'not is are was were be been am will would can could should must may might have has had does did to i ' +
    'you he she we they some any all many much more most other',
);
const TITLES = words('sr sra srs dr dra drs prof profa exmo exma des min art arts nº n mr mrs ms no st');

const SENTENCE_END = /[.!?…]["'”’»)\]]*$/;
const CLAUSE_END = /[;:—–]["'”’»)\]]*$/;
const COMMA_END = /,["'”’»)\]]*$/;
const ASIDE_START = /^["'“‘«([—–-]./;
const SURNAME_LINK = /^d[aeo]s?$/;
const CAPITAL_START = /^\p{Lu}\p{L}/u;
const NUMBER = /^\p{N}[\p{N}.,]*$/u;

/**
 * How bad a break between two neighbouring words of one speaker is, for a line or a caption: 0 after a
 * sentence, FORBIDDEN_BREAK after an article. In Portuguese and English; other languages break by their
 * punctuation and pauses.
 *
 * @param pauseMs silence between the words
 */
export function breakCost(before: string, after: string, pauseMs: number): number {
  const bonus = Math.min(PAUSE_BONUS, (Math.max(0, pauseMs) / 100) * BONUS_PER_100_MS);
  const cost = costByWords(before, after);
  return cost === FORBIDDEN_BREAK ? cost : Math.max(0, cost - bonus);
}

function costByWords(before: string, after: string): number {
  const first = bareWord(before);
  return costByPunctuation(before, after, first) ?? costByFirst(before, after, first) ?? costBySecond(after);
}

function costByPunctuation(before: string, after: string, first: string): number | null {
  if (before.endsWith('.') && TITLES.has(first)) return FORBIDDEN_BREAK;
  if (SENTENCE_END.test(before)) return AFTER_SENTENCE;
  if (CLAUSE_END.test(before)) return AFTER_CLAUSE;
  if (COMMA_END.test(before)) return AFTER_COMMA;
  return ASIDE_START.test(after) ? BEFORE_ASIDE : null;
}

/** By the word before the break; null where that decides nothing. */
function costByFirst(before: string, after: string, first: string): number | null {
  if (DETERMINERS.has(first)) return FORBIDDEN_BREAK;
  if (PREPOSITIONS.has(first)) return AFTER_PREPOSITION;
  if (NUMBER.test(before)) return INSIDE_NAME;
  if (CAPITAL_START.test(before) && CAPITAL_START.test(after)) return INSIDE_NAME;
  if (CAPITAL_START.test(before) && SURNAME_LINK.test(after)) return BEFORE_SURNAME;
  if (CONJUNCTIONS.has(first)) return AFTER_CONJUNCTION;
  return HELPERS.has(first) ? AFTER_HELPER : null;
}

function costBySecond(after: string): number {
  const second = bareWord(after);
  if (CONJUNCTIONS.has(second)) return BEFORE_CONJUNCTION;
  return PREPOSITIONS.has(second) || CONTRACTIONS.has(second) ? BEFORE_PREPOSITION : BETWEEN_WORDS;
}

/** Prepositions that have an article in them. */
const CONTRACTIONS = words(
  'ao à aos às do da dos das no na nos nas pelo pela pelos pelas num numa dum duma deste desta desse dessa ' +
    'neste nesta nesse nessa daquele daquela naquele naquela',
);

const bareWord = (word: string): string =>
  word.toLowerCase().replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}º]+$/gu, '');
