import { createUtterance } from './create-utterance';
import { retimeWords, splitWords } from './retime-words';
import type { TimeRange } from './time-range';
import type { Word } from './transcript';
import type { EditableUtterance, Mark, UtteranceInput } from './transcript-change';

export const MAX_SPEAKER_LENGTH = 80;

/**
 * Distributes the time of the old words over the new ones, and that of the spans which are given; an utterance
 * of new words alone has its own span. An utterance without words is dropped.
 */
export function rewriteUtterances(
  old: readonly EditableUtterance[],
  fresh: readonly UtteranceInput[],
): EditableUtterance[] {
  const before = old.flatMap((block) => block.words);
  const texts = fresh.map(({ text }) => splitWords(text));
  const words = retimeWords(
    before,
    texts.flat(),
    rangeOf([...old, ...fresh.flatMap(({ span }) => span ?? [])]),
  );
  const kept = new Set(before);
  let from = 0;
  let earliestMs = 0;
  return fresh.flatMap(({ id, speaker, marks, span }, index) => {
    const text = texts[index]!;
    const shared = words.slice(from, from + text.length);
    from += text.length;
    if (text.length === 0) return [];
    const isBack = span && !shared.some((word) => kept.has(word));
    const own = isBack ? retimeWords([], text, notBefore(earliestMs, span)) : shared;
    const utterance = createUtterance(speaker, marks ? applyMarks(own, marks) : own);
    earliestMs = utterance.startMs;
    // Times of words are rounded in the browser, and the time of an utterance that begins as before would jump.
    const beginsAsBefore = index === 0 && own[0]!.startMs === old[0]!.words[0]?.startMs;
    return [{ id, ...utterance, ...(beginsAsBefore && { startMs: old[0]!.startMs }) }];
  });
}

/** From the earliest start to the latest end. @param ranges at least one */
export const rangeOf = (ranges: readonly TimeRange[]): TimeRange => ({
  startMs: ranges.reduce((earliest, { startMs }) => Math.min(earliest, startMs), ranges[0]!.startMs),
  endMs: ranges.reduce((latest, { endMs }) => Math.max(latest, endMs), 0),
});

const notBefore = (ms: number, { startMs, endMs }: TimeRange): TimeRange => ({
  startMs: Math.max(ms, startMs),
  endMs: Math.max(ms, endMs),
});

function applyMarks(words: readonly Word[], marks: readonly Mark[]): Word[] {
  const bare = words.map(
    ({ text, startMs, endMs, confidence }): Word => ({ text, startMs, endMs, confidence }),
  );
  for (const { from, count, highlight, struck } of marks) {
    for (const word of bare.slice(from, from + count)) {
      if (highlight) word.highlight = highlight;
      if (struck) word.struck = struck;
    }
  }
  return bare;
}

/** A word as far as its marks matter. */
export interface MarkedWord {
  text: string;
  highlight?: Word['highlight'] | undefined;
  struck?: true | undefined;
}

/** The marks of an utterance's words, run-length encoded. */
export function encodeMarks(words: readonly MarkedWord[]): Mark[] {
  const runs: Mark[] = [];
  words.forEach(({ highlight, struck }, index) => {
    if (!highlight && !struck) return;
    const last = runs.at(-1);
    const continues = last && last.from + last.count === index;
    if (continues && last.highlight === highlight && last.struck === struck) last.count += 1;
    else runs.push({ from: index, count: 1, ...(highlight && { highlight }), ...(struck && { struck }) });
  });
  return runs;
}
