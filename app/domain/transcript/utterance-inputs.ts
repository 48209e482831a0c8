import type { MergedUtterance } from './merge-utterances';
import { encodeMarks, rangeOf, rewriteUtterances } from './rewrite-utterances';
import type { EditableUtterance, UtteranceInput } from './transcript-change';

export function toUtteranceInput({ id, speaker, text, words }: EditableUtterance): UtteranceInput {
  return { id, speaker, text, marks: encodeMarks(words) };
}

/** Utterances in their time, beside one that is there; null for an empty text. */
export function insertionOf(
  blocks: readonly EditableUtterance[],
  back: readonly EditableUtterance[],
): { removed: EditableUtterance[]; added: UtteranceInput[] } | null {
  const inputs = back.map(inItsTime);
  const next = blocks.find(({ startMs }) => startMs >= (back[0]?.startMs ?? 0));
  if (next) return { removed: [next], added: [...inputs, toUtteranceInput(next)] };
  const last = blocks.at(-1);
  return last ? { removed: [last], added: [toUtteranceInput(last), ...inputs] } : null;
}

export const inItsTime = (block: EditableUtterance): UtteranceInput => ({
  ...toUtteranceInput(block),
  span: rangeOf([block]),
});

/** With an id of its own: who made a change on the former text has to merge it. */
export const toFreshInput = (merged: MergedUtterance): UtteranceInput => ({
  id: crypto.randomUUID(),
  speaker: merged.speaker,
  text: merged.words.map(({ text }) => text).join(' '),
  marks: encodeMarks(merged.words),
  span: rangeOf(merged.words),
});

/** Merged utterances with the times of `old`, or of `before` where that is empty. */
export const rewritten = (
  merged: readonly MergedUtterance[],
  old: readonly EditableUtterance[],
  before: readonly EditableUtterance[],
): EditableUtterance[] => rewriteUtterances(old.length > 0 ? old : before, merged.map(toFreshInput));
