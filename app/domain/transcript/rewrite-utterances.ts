import { createUtterance } from './create-utterance';
import { retimeWords, splitWords } from './retime-words';
import type { Word } from './transcript';
import type { EditableUtterance, Mark, UtteranceInput } from './transcript-change';

export const MAX_SPEAKER_LENGTH = 80;

/** Distributes the time of the old words over the new ones. An utterance without words is dropped. */
export function rewriteUtterances(
  old: readonly EditableUtterance[],
  fresh: readonly UtteranceInput[],
): EditableUtterance[] {
  const span = { startMs: old[0]!.startMs, endMs: Math.max(...old.map(({ endMs }) => endMs)) };
  const texts = fresh.map(({ text }) => splitWords(text));
  const words = retimeWords(
    old.flatMap((block) => block.words),
    texts.flat(),
    span,
  );
  let from = 0;
  return fresh.flatMap(({ id, speaker, marks }, index) => {
    const own = words.slice(from, from + texts[index]!.length);
    from += own.length;
    if (own.length === 0) return [];
    const utterance = createUtterance(speaker, marks ? applyMarks(own, marks) : own);
    // Times of words are rounded in the browser, and the time of an utterance that begins as before would jump.
    const beginsAsBefore = index === 0 && own[0]!.startMs === old[0]!.words[0]?.startMs;
    return [{ id, ...utterance, ...(beginsAsBefore && { startMs: span.startMs }) }];
  });
}

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
