import { append } from '../append';
import { internTexts, matchStretch, newWorkBudget } from './match-sequences';
import type { Word } from './transcript';
import type { EditableUtterance } from './transcript-change';

/** The beginning of an utterance, with its speaker; or a word. */
type Token = { speaker: string } | Word;

/** Utterances of which only these parts were merged. */
export interface MergedUtterance {
  speaker: string;
  words: Word[];
}

export interface MergedUtterances {
  /** With the other's words where both sides changed the same ones. */
  theirs: MergedUtterance[];
  /** With my words there. */
  mine: MergedUtterance[];
  /** Whether both changed the same words, mark or speaker. */
  hasConflict: boolean;
}

const ROUNDING_MS = 40;

/** Of `base` the tokens from..to were replaced by the tokens otherFrom..otherTo of a side. */
interface Hunk {
  side: Side;
  from: number;
  to: number;
  otherFrom: number;
  otherTo: number;
}

interface Side {
  tokens: Token[];
  /** For each token of `base` its place in `tokens`, or -1. */
  partners: Int32Array;
}

interface Sides {
  base: Token[];
  mine: Side;
  theirs: Side;
}

/**
 * Merges two changed texts of the same utterances word by word (three-way merge, as of diff3). Words, marks,
 * speakers and the borders of utterances that one side changed are taken from it; what both changed alike
 * counts once; words inserted at the same place are both kept, theirs first. Theirs that
 * deleted everything conflict with any change of mine.
 */
export function mergeUtterances(
  before: readonly EditableUtterance[],
  mine: readonly EditableUtterance[],
  theirs: readonly EditableUtterance[],
): MergedUtterances {
  const base = tokensOf(before);
  const sides = { base, mine: sideOf(base, mine), theirs: sideOf(base, theirs) };
  const [ownHunks, otherHunks] = [hunksOf(base, sides.mine), hunksOf(base, sides.theirs)];
  const merger = new Merger(sides);
  // Without any of theirs there is no place for what was inserted.
  if (base.length > 0 && theirs.length === 0) merger.mergeWhole();
  else {
    let at = 0;
    for (const cluster of clustersOf([...otherHunks, ...ownHunks])) {
      merger.keep(at, cluster.from);
      merger.merge(cluster);
      at = cluster.to;
    }
    merger.keep(at, base.length);
  }
  const speaker = (theirs[0] ?? before[0] ?? mine[0])?.speaker ?? '';
  return {
    theirs: toUtterances(merger.withTheirs, speaker),
    mine: toUtterances(merger.withMine, speaker),
    hasConflict: merger.hasConflict,
  };
}

/** A stretch of `base` that was changed, by one hunk or by hunks that overlap. */
interface Cluster {
  from: number;
  to: number;
  hunks: Hunk[];
}

class Merger {
  readonly withTheirs: Token[] = [];
  readonly withMine: Token[] = [];
  hasConflict = false;
  readonly #sides: Sides;

  constructor(sides: Sides) {
    this.#sides = sides;
  }

  /** Adds tokens that neither side replaced. */
  keep(from: number, to: number): void {
    for (let at = from; at < to; at += 1) this.#keepOne(at);
  }

  merge({ from, to, hunks }: Cluster): void {
    const { mine, theirs } = this.#sides;
    const [hunk] = hunks;
    if (hunks.length === 1 && hunk) {
      const other = hunk.side === mine ? theirs : mine;
      this.#takeFrom(hunk, other);
    } else if (from === to) {
      const [other, own] = hunks.map(insertedBy);
      this.#add(weave(other!, own!));
    } else if (hunks.every((each) => each.otherFrom === each.otherTo)) {
      for (let at = from; at < to; at += 1)
        if (mine.partners[at]! >= 0 && theirs.partners[at]! >= 0) this.#keepOne(at);
    } else this.#choose(contentOf(mine, hunks, from, to), contentOf(theirs, hunks, from, to));
  }

  mergeWhole(): void {
    const { base, mine, theirs } = this.#sides;
    if (isSame(mine.tokens, base)) this.#add(theirs.tokens);
    else this.#choose(mine.tokens, theirs.tokens);
  }

  #add(tokens: readonly Token[]): void {
    append(this.withMine, tokens);
    append(this.withTheirs, tokens);
  }

  #choose(mine: readonly Token[], theirs: readonly Token[]): void {
    if (!isSame(mine, theirs)) this.hasConflict = true;
    append(this.withMine, mine);
    append(this.withTheirs, theirs);
  }

  #keepOne(at: number): void {
    const { base, mine, theirs } = this.#sides;
    const [before, own, other] = [
      base[at]!,
      mine.tokens[mine.partners[at]!]!,
      theirs.tokens[theirs.partners[at]!]!,
    ];
    const [ownToken, otherToken] = [mergeToken(before, own, other), mergeToken(before, other, own)];
    if (!isSame([ownToken], [otherToken])) this.hasConflict = true;
    this.withMine.push(ownToken);
    this.withTheirs.push(otherToken);
  }

  /** Takes one side's replacement of tokens that the other left, or only marked or gave to somebody else. */
  #takeFrom({ side, from, to, otherFrom, otherTo }: Hunk, other: Side): void {
    const fresh = side.tokens.slice(otherFrom, otherTo);
    const kept = Array.from(
      { length: to - from },
      (_, index) => other.tokens[other.partners[from + index]!]!,
    );
    const former = this.#sides.base.slice(from, to);
    const taken = isSame(kept, former) ? fresh : markAlike(fresh, former, kept);
    if (taken) this.#add(taken);
    else if (side === this.#sides.mine) this.#choose(fresh, kept);
    else this.#choose(kept, fresh);
  }
}

/**
 * New words in place of words that the other side marked alike get that mark; null where they cannot.
 * @param kept the former tokens with the other side's marks
 */
function markAlike(
  fresh: readonly Token[],
  former: readonly Token[],
  kept: readonly Token[],
): Token[] | null {
  const [first] = kept;
  const words = kept.every((token, index) => isWord(token) && !isSame([token], [former[index]!]));
  if (!words || !first || fresh.length === 0 || !fresh.every(isWord)) return null;
  const { highlight, struck } = first as Word;
  const isAlike = kept.every(
    (token) => (token as Word).highlight === highlight && (token as Word).struck === struck,
  );
  if (!isAlike) return null;
  return fresh.map((token) => withMarks(token as Word, { highlight, struck }));
}

type Marks = { highlight: Word['highlight'] | undefined; struck: true | undefined };

function withMarks({ text, startMs, endMs, confidence }: Word, { highlight, struck }: Marks): Word {
  return { text, startMs, endMs, confidence, ...(highlight && { highlight }), ...(struck && { struck }) };
}

const isWord = (token: Token): token is Word => 'text' in token;

/** Each property as the side has it that changed it, and for both as `preferred`. */
function mergeToken(before: Token, preferred: Token, other: Token): Token {
  const choose = <Value>(base: Value, first: Value, second: Value) => (first === base ? second : first);
  if (!isWord(before) || !isWord(preferred) || !isWord(other)) {
    const [base, first, second] = [before, preferred, other] as { speaker: string }[];
    return { speaker: choose(base!.speaker, first!.speaker, second!.speaker) };
  }
  return withMarks(other, {
    highlight: choose(before.highlight, preferred.highlight, other.highlight),
    struck: choose(before.struck, preferred.struck, other.struck),
  });
}

function tokensOf(utterances: readonly EditableUtterance[]): Token[] {
  return utterances.flatMap(({ speaker, words }): Token[] => [{ speaker }, ...words]);
}

/** Words are matched first: where an utterance begins is found by the words beside. */
function sideOf(base: readonly Token[], utterances: readonly EditableUtterance[]): Side {
  const tokens = tokensOf(utterances);
  const [oldWords, words] = [wordIndexes(base), wordIndexes(tokens)];
  const textsAt = (all: readonly Token[], indexes: readonly number[]) =>
    indexes.map((at) => (all[at] as Word).text);
  const sides = {
    ...internTexts(textsAt(base, oldWords), textsAt(tokens, words)),
    budget: newWorkBudget(),
  };
  matchStretch(sides, { from: 0, to: oldWords.length, otherFrom: 0, otherTo: words.length });
  const partners = new Int32Array(base.length).fill(-1);
  oldWords.forEach((at, index) => {
    const partner = sides.partners[index]!;
    if (partner >= 0) partners[at] = words[partner]!;
  });
  matchStarts(base, tokens, partners);
  return { tokens, partners };
}

const wordIndexes = (tokens: readonly Token[]) => tokens.flatMap((token, at) => (isWord(token) ? at : []));

/** The start of an utterance stays where the word after it, or the one before, still stands beside a start. */
function matchStarts(base: readonly Token[], tokens: readonly Token[], partners: Int32Array): void {
  const used = new Set<number>();
  const pair = (at: number, partner: number) => {
    const start = tokens[partner];
    if (!start || isWord(start) || used.has(partner)) return;
    used.add(partner);
    partners[at] = partner;
  };
  if (base.length > 0) pair(0, 0);
  for (let at = 1; at < base.length; at += 1) {
    if (isWord(base[at]!)) continue;
    const [before, after] = [partners[at - 1]!, partners[at + 1] ?? -1];
    if (after >= 0) pair(at, after - 1);
    if (partners[at]! < 0 && before >= 0) pair(at, before + 1);
  }
}

function hunksOf(base: readonly Token[], side: Side): Hunk[] {
  const hunks: Hunk[] = [];
  let [from, otherFrom] = [0, 0];
  for (let at = 0; at <= base.length; at += 1) {
    const partner = at < base.length ? side.partners[at]! : side.tokens.length;
    if (partner < 0) continue;
    if (at > from || partner > otherFrom) hunks.push({ side, from, to: at, otherFrom, otherTo: partner });
    [from, otherFrom] = [at + 1, partner + 1];
  }
  return hunks;
}

/** Hunks of one side that overlap those of the other belong together. @param hunks theirs first */
function clustersOf(hunks: readonly Hunk[]): Cluster[] {
  const sorted = hunks.toSorted((one, other) => one.from - other.from || one.to - other.to);
  const clusters: Cluster[] = [];
  for (const hunk of sorted) {
    const last = clusters.at(-1);
    if (last && (hunk.from < last.to || isBesideInsertion(last, hunk))) {
      last.to = Math.max(last.to, hunk.to);
      last.hunks.push(hunk);
    } else clusters.push({ from: hunk.from, to: hunk.to, hunks: [hunk] });
  }
  return clusters;
}

const isInsertion = ({ from, to }: Pick<Hunk, 'from' | 'to'>) => from === to;

const isBesideInsertion = (cluster: Cluster, hunk: Hunk) =>
  isInsertion(cluster) && isInsertion(hunk) && cluster.from === hunk.from;

/**
 * What both inserted at the same place: theirs first, but for the next utterance, where they joined it.
 * @returns once what is the same
 */
function weave(theirs: readonly Token[], mine: readonly Token[]): Token[] {
  if (isSame(theirs, mine)) return [...theirs];
  const own = mine.filter(isWord);
  let from = 0;
  while (from < theirs.length) {
    const run = typedRun(theirs, from);
    if (isAfter(run, own)) break;
    from += Math.max(1, run.length);
  }
  return theirs.toSpliced(from, 0, ...mine);
}

/** The typed words from a place on, or the one token there. */
function typedRun(tokens: readonly Token[], from: number): Token[] {
  let to = from;
  while (to < tokens.length && isTyped(tokens[to]!)) to += 1;
  return tokens.slice(from, Math.max(to, from + 1));
}

const isTyped = (token: Token) => isWord(token) && token.confidence === 1;

/** Whether words are said after others. Times of recognized ones are rounded in a browser. */
function isAfter(run: readonly Token[], own: readonly Word[]): boolean {
  const [first] = run;
  if (!first || !isWord(first) || own.length === 0) return false;
  const last = own.at(-1)!;
  if (!isTyped(first)) return first.startMs >= last.endMs - ROUNDING_MS;
  return first.startMs + (run.at(-1) as Word).endMs > own[0]!.startMs + last.endMs;
}

const insertedBy = ({ side, otherFrom, otherTo }: Hunk) => side.tokens.slice(otherFrom, otherTo);

/** A side's tokens in place of a stretch of `base`; its borders cut none of the side's hunks. */
function contentOf(side: Side, hunks: readonly Hunk[], from: number, to: number): Token[] {
  const own = hunks.filter((hunk) => hunk.side === side);
  const first = own.find((hunk) => hunk.from === from);
  const last = own.findLast((hunk) => hunk.to === to);
  return side.tokens.slice(
    first ? first.otherFrom : side.partners[from]!,
    last ? last.otherTo : side.partners[to - 1]! + 1,
  );
}

const identityOf = (token: Token) =>
  isWord(token) ? [token.text, token.highlight ?? '', token.struck ?? ''] : [token.speaker];

const isSame = (some: readonly Token[], others: readonly Token[]) =>
  some.length === others.length &&
  JSON.stringify(some.map(identityOf)) === JSON.stringify(others.map(identityOf));

function toUtterances(tokens: readonly Token[], speaker: string): MergedUtterance[] {
  const utterances: MergedUtterance[] = [];
  for (const token of tokens) {
    if (!isWord(token)) utterances.push({ speaker: token.speaker, words: [] });
    else if (utterances.length === 0) utterances.push({ speaker, words: [token] });
    else utterances.at(-1)!.words.push(token);
  }
  return utterances.filter(({ words }) => words.length > 0);
}
