import { rewriteEnglishNumber } from './english-numbers';
import { setOf } from './spoken-text';
import { WORD_END, type WrittenLanguage } from './written-language';

const AUXILIARIES =
  "(?:do|does|did|is|are|was|were|can|could|will|would|should|shall|has|have|had|don't|doesn't|didn't|isn't|aren't|wasn't|can't|couldn't|won't|wouldn't)";
const OPENING = '(?:and |but |so |well |okay )?';
const QUESTION = new RegExp(
  `^${OPENING}(?:${[
    `(?:what|where|why|how|which|when|who)(?: [\\p{L}\\p{N}'-]+){0,2}? ${AUXILIARIES}${WORD_END}(?!.* is )`,
    "(?:what|where|why|how|who)['’]s",
    'what (?:time|happened|about|next)',
    'how (?:many|much|long|old|far|come)',
    'who (?:opened|closed|said|told|saw|called|made|took|gave|wants|knows)',
    `${AUXILIARIES} (?:i|you|he|she|it|we|they|there|anyone|anybody|someone|everyone|this|that|the|your|his|her)`,
    'may (?:i|we)',
  ].join('|')})${WORD_END}`,
  'u',
);
/** 'When I arrived …' and 'what he said …' tell instead of asking. */
const TELLING = /^(?:what|when|who|where|which|how) (?:i|you|he|she|it|we|they)(?!\p{L})/u;

export const english: WrittenLanguage = {
  rewriteNumber: rewriteEnglishNumber,
  spellings: [
    ...[
      'I',
      "I'm",
      "I've",
      "I'll",
      "I'd",
      'FBI',
      'CIA',
      'IRS',
      'NHS',
      'BBC',
      'DNA',
      'HIV',
      'ATM',
      'TV',
      'NASA',
      'USA',
      'UK',
      'EU',
      'UN',
      'PDF',
      'CEO',
      'WhatsApp',
    ],
    ...['Google', 'YouTube', 'Celeste', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'],
    ...['Sunday', 'January', 'February', 'April', 'June', 'July', 'August', 'September', 'October'],
    ...[
      'November',
      'December',
      'New York',
      'Los Angeles',
      'San Francisco',
      'United States',
      'United Kingdom',
    ],
    ...['London', 'Paris', 'Chicago', 'Boston', 'California', 'Texas', 'Washington', 'Brazil', 'Portugal'],
    ...[
      'Mexico',
      'France',
      'Germany',
      'Italy',
      'Spain',
      'England',
      'Scotland',
      'Ireland',
      'Canada',
      'Europe',
    ],
    ...[
      'English',
      'Portuguese',
      'Spanish',
      'French',
      'German',
      'Italian',
      'American',
      'British',
      'Brazilian',
    ],
    ...[
      'in May',
      'on May',
      'last May',
      'next May',
      'of May',
      'in March',
      'on March',
      'last March',
      'of March',
    ],
    ...['next March', 'since March', 'since May', 'until March', 'until May'],
  ],
  firstNames: setOf(
    'mary john james michael robert david william richard joseph thomas charles daniel matthew anthony steven paul andrew joshua kevin brian george edward peter sarah jessica jennifer elizabeth linda susan karen nancy lisa margaret sandra emily michelle helen anna laura julia maria alice',
  ),
  titles: setOf("mister doctor sir madam ma'am professor mrs mr uncle aunt"),
  bindingWords: setOf(
    'a an the of in on at to for from with by that and or but if my your his her its our their this is are was were i we they he she as not think',
  ),
  counted: new Set(),
  joiningWords: setOf('or'),
  adversatives: new Set(),
  greetings: new Set([
    'thank you',
    'thanks',
    'good morning',
    'good afternoon',
    'good evening',
    'hello',
    'hi',
    'yes',
    'no',
  ]),
  answers: new Map([
    ['yes', setOf('sir madam and')],
    ['okay', new Set()],
    ['oh', setOf('my no yes yeah dear well boy god zero oh one two three four five six seven eight nine')],
  ]),
  isQuestion: (sentence) => QUESTION.test(sentence) && !TELLING.test(sentence),
  tag: /^(right|correct|isn't it|aren't you|don't you|didn't you|wasn't it)$/,
  beforeNoTag: setOf(
    'is are was were be am been all the a turn turned go going not quite right left human my his her your was',
  ),
};
