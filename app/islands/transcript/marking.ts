import { encodeMarks } from '@/app/domain/transcript/rewrite-utterances';
import { HIGHLIGHT_COLORS, type HighlightColor, type Word } from '@/app/domain/transcript/transcript';
import type { UtteranceInput } from '@/app/domain/transcript/transcript-change';
import { toUtteranceInput } from '@/app/domain/transcript/utterance-inputs';
import { wordsInRange } from '@/app/domain/transcript/word-ranges';
import type { Draft } from './draft';
import { type SelectedPiece, selectPieces } from './selection';
import type { TranscriptText } from './text';

type Marking = HighlightColor | 'struck' | 'none';

export const MARKINGS: readonly Marking[] = [...HIGHLIGHT_COLORS, 'struck', 'none'];

export const isMarking = (tool: string): tool is Marking => MARKINGS.some((marking) => marking === tool);

/** Marks the selected words, always whole ones; striking words that are all struck removes the strike. */
export function markSelection(
  marking: Marking,
  pieces: readonly SelectedPiece[],
  text: TranscriptText,
  draft: Draft,
): void {
  const chosen = pieces
    .map(({ section, from, to }) => {
      const block = text.utteranceOf(section);
      return { block, ...wordsInRange(block.text, from, to) };
    })
    .filter(({ count }) => count > 0);
  const words = chosen.flatMap(({ block, from, count }) => block.words.slice(from, from + count));
  if (words.length === 0) return;
  const isTakenBack = marking === 'struck' && words.every(({ struck }) => struck);
  const marked = chosen.map(({ block, from, count }): UtteranceInput => {
    const after = block.words.map((word, index) =>
      index >= from && index < from + count ? withMarking(word, marking, isTakenBack) : word,
    );
    return { ...toUtteranceInput(block), id: crypto.randomUUID(), marks: encodeMarks(after) };
  });
  draft.replaceEach(
    chosen.map(({ block }) => block),
    marked,
  );
  selectPieces(pieces);
}

function withMarking(word: Word, marking: Marking, isTakenBack: boolean): Word {
  const { struck: _struck, ...unstruck } = word;
  const { highlight: _highlight, ...bare } = unstruck;
  if (marking === 'none') return bare;
  if (marking === 'struck') return isTakenBack ? unstruck : { ...word, struck: true };
  return { ...word, highlight: marking };
}
