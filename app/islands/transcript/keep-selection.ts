import { mapPlace, type TextPlace } from '@/app/domain/transcript/map-place';
import { internTexts, matchStretch, newWorkBudget } from '@/app/domain/transcript/match-sequences';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { closestSection, offsetIn, paragraphOf, positionAt, type TranscriptText } from './text';

/** The section in which somebody types, and the index of the utterance that it is to show. */
interface OpenAt {
  section: HTMLElement;
  index: number;
}

interface KeptSelection {
  /** Null when nobody types, or nothing is left. */
  openAt: OpenAt | null;
  /** @param sections those of the new utterances */
  restore(sections: readonly HTMLElement[]): void;
}

/** Remembers where the selection is in the text, before other utterances are shown. */
export function keepSelection(
  text: TranscriptText,
  blocks: readonly EditableUtterance[],
  open: HTMLElement | null,
): KeptSelection {
  const before = [...text.sections];
  const shown = before.map((section) => paragraphOf(section).textContent);
  const fresh = blocks.map((block) => block.text);
  const selection = getSelection();
  const placeOf = (node: Node | null, offset: number) => node && placeIn(text, before, node, offset);
  const anchor = placeOf(selection?.anchorNode ?? null, selection?.anchorOffset ?? 0);
  const focus = placeOf(selection?.focusNode ?? null, selection?.focusOffset ?? 0);
  const openIndex = open ? before.indexOf(open) : -1;
  const typing = focus?.index === openIndex ? focus : { index: openIndex, offset: 0 };
  const openPlace = openIndex < 0 ? null : mapTextPlace(shown, fresh, typing);
  const isFocused = open !== null && document.activeElement === paragraphOf(open);
  return {
    openAt: open && openPlace && { section: open, index: openPlace.index },
    restore(sections) {
      const [start, end] = [anchor, focus].map((place) => place && mapTextPlace(shown, fresh, place));
      if (!start || !end || !anchor || !focus) return;
      const isCaret = anchor.index === focus.index && anchor.offset === focus.offset;
      const edge = isCaret
        ? restoreSpace(sections, end, spaceAround(shown[focus.index] ?? '', focus.offset))
        : end;
      select(sections, isCaret ? edge : start, edge);
      const section = sections[edge.index];
      if (isFocused && section) paragraphOf(section).focus({ preventScroll: true });
    },
  };
}

function placeIn(
  text: TranscriptText,
  sections: readonly HTMLElement[],
  node: Node,
  offset: number,
): TextPlace | null {
  const section = closestSection(text.list, node);
  if (!section) return null;
  const paragraph = paragraphOf(section);
  return {
    index: sections.indexOf(section),
    offset: paragraph.contains(node) ? offsetIn(paragraph, node, offset) : 0,
  };
}

/** As mapPlace; a place in an unchanged text stays, which most texts are. */
function mapTextPlace(
  before: readonly string[],
  after: readonly string[],
  place: TextPlace,
): TextPlace | null {
  let head = 0;
  while (head < before.length && head < after.length && before[head] === after[head]) head += 1;
  if (place.index < head) return place;
  let tail = 0;
  const most = Math.min(before.length, after.length) - head;
  while (tail < most && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  const shift = after.length - before.length;
  if (place.index >= before.length - tail) return { ...place, index: place.index + shift };
  // With a neighbour on each side, so that a place in a deleted text has somewhere to go.
  const [from, end] = [Math.max(0, head - 1), Math.max(0, tail - 1)];
  const mapped = mapPlace(before.slice(from, before.length - end), after.slice(from, after.length - end), {
    ...place,
    index: place.index - from,
  });
  return mapped && { ...mapped, index: mapped.index + from };
}

interface Space {
  before: boolean;
  after: boolean;
}

const isSpace = (text: string, at: number) => /\s/u.test(text[at] ?? '');

const spaceAround = (text: string, offset: number): Space => ({
  before: isSpace(text, offset - 1),
  after: offset === text.length || isSpace(text, offset),
});

/** Somebody who has typed a space types a new word next: no word may stand right beside the caret. */
function restoreSpace(sections: readonly HTMLElement[], place: TextPlace, had: Space): TextPlace {
  const section = sections[place.index];
  if (!section || !had.before) return place;
  const paragraph = paragraphOf(section);
  let { offset } = place;
  const isSpaceAt = (at: number) => isSpace(paragraph.textContent, at);
  const insert = () => {
    const [node, at] = positionAt(paragraph, offset);
    if (node instanceof Text) node.insertData(at, ' ');
  };
  if (offset > 0 && !isSpaceAt(offset - 1)) {
    if (!isSpaceAt(offset)) insert();
    offset += 1;
  }
  if (had.after && offset < paragraph.textContent.length && !isSpaceAt(offset)) insert();
  return { ...place, offset };
}

function select(sections: readonly HTMLElement[], start: TextPlace, end: TextPlace): void {
  const [first, last] = [sections[start.index], sections[end.index]];
  if (!first || !last) return;
  const [anchor, focus] = [
    positionAt(paragraphOf(first), start.offset),
    positionAt(paragraphOf(last), end.offset),
  ];
  const now = getSelection();
  const isThere =
    now?.anchorNode === anchor[0] &&
    now.anchorOffset === anchor[1] &&
    now.focusNode === focus[0] &&
    now.focusOffset === focus[1];
  if (!isThere) now?.setBaseAndExtent(...anchor, ...focus);
}

/**
 * The section that each utterance keeps, in the order in which they stand, so that none moves: a section that
 * is moved loses the focus.
 * @param openAt pairs the section in which somebody types
 */
export function pairSections(
  text: TranscriptText,
  blocks: readonly EditableUtterance[],
  openAt: OpenAt | null,
): (HTMLElement | undefined)[] {
  const { sections } = text;
  const kept: (HTMLElement | undefined)[] = blocks.map(() => undefined);
  const pairRun = (from: number, to: number, otherFrom: number, otherTo: number) => {
    const old = sections.slice(from, to);
    const keys = old.map((section) => saidKey(text.utteranceOf(section)));
    const sides = {
      ...internTexts(keys, blocks.slice(otherFrom, otherTo).map(saidKey)),
      budget: newWorkBudget(),
    };
    matchStretch(sides, { from: 0, to: old.length, otherFrom: 0, otherTo: otherTo - otherFrom });
    let next = 0;
    let free: HTMLElement[] = [];
    const fill = (end: number) => {
      // What was rewritten stands in the order in which it stood.
      for (const section of free) if (next < end) kept[otherFrom + next++] = section;
      free = [];
      next = end;
    };
    old.forEach((section, index) => {
      const partner = sides.partners[index] ?? -1;
      if (partner < 0) {
        free.push(section);
        return;
      }
      fill(partner);
      kept[otherFrom + partner] = section;
      next = partner + 1;
    });
    fill(otherTo - otherFrom);
  };
  const at = openAt ? sections.indexOf(openAt.section) : -1;
  if (!openAt || at < 0) pairRun(0, sections.length, 0, blocks.length);
  else {
    pairRun(0, at, 0, openAt.index);
    kept[openAt.index] = openAt.section;
    pairRun(at + 1, sections.length, openAt.index + 1, blocks.length);
  }
  return kept;
}

const saidKey = ({ speaker, text }: EditableUtterance) => `${speaker}: ${text}`;
