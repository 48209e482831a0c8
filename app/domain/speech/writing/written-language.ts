import type { Rewriting, SpokenText } from './spoken-text';

/** What restoring the writing needs to know of a language. */
export interface WrittenLanguage {
  rewriteNumber(text: SpokenText, at: number): Rewriting | null;
  /** Written forms of words and of word sequences, by their lower case: names, acronyms, 'segunda-feira'. */
  spellings: readonly string[];
  firstNames: ReadonlySet<string>;
  /** Words before a name, such as 'doctor'; after a greeting they address somebody. */
  titles: ReadonlySet<string>;
  /** Words after which neither a comma nor a full stop stands, although somebody pauses. */
  bindingWords: ReadonlySet<string>;
  /** Pairs of which the first word is a number, although it binds elsewhere. */
  counted: ReadonlySet<string>;
  /** Words that join what a pause divides without a comma. */
  joiningWords: ReadonlySet<string>;
  /** With a comma before them, unless they begin a sentence. */
  adversatives: ReadonlySet<string>;
  /** Greetings and answers, of one or two words, after which a title is set off by commas. */
  greetings: ReadonlySet<string>;
  /** Set off by a comma at the beginning of a sentence, unless one of the words follows. */
  answers: ReadonlyMap<string, ReadonlySet<string>>;
  /** Of a sentence in lower case without marks. */
  isQuestion(sentence: string): boolean;
  /** A question of one or two words at the end of a sentence. */
  tag: RegExp;
  /** Words after which `tag` asks nothing: 'está certo'. */
  beforeNoTag: ReadonlySet<string>;
}

/** Ends a word in a regular expression with the flag u: \\b does not after an accent. */
export const WORD_END = '(?!\\p{L})';
