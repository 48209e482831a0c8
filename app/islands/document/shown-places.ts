import type Quill from 'quill/core';

/** A place in a text, in the same way for the page and the editor. */
interface Place {
  paragraph: number;
  /** Characters of the paragraph before the place. */
  letters: number;
}

/** The elements of the paragraphs in a rendered text, in their order. */
export const paragraphsIn = (shown: Element): Element[] => [
  ...shown.querySelectorAll(':is(:scope, :scope > .sheet) > :not(ul, ol, .sheet), li'),
];

/** What is selected in a text that the server rendered; null for nothing. */
export function selectedPlaces(shown: HTMLElement): [Place, Place] | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return null;
  const range = selection.getRangeAt(0);
  if (!shown.contains(range.commonAncestorContainer)) return null;
  const paragraphs = paragraphsIn(shown);
  const ends = [
    placeOf(paragraphs, range.startContainer, range.startOffset),
    placeOf(paragraphs, range.endContainer, range.endOffset),
  ] as const;
  return ends[0] && ends[1] ? [ends[0], ends[1]] : null;
}

function placeOf(paragraphs: readonly Element[], node: Node, offset: number): Place | null {
  // The innermost one that holds it: an item is in the items of the lists around it.
  const paragraph = paragraphs.findLastIndex((each) => each.contains(node));
  const element = paragraphs[paragraph];
  if (!element) return null;
  const before = document.createRange();
  before.setStart(element, 0);
  before.setEnd(node, offset);
  return { paragraph, letters: before.toString().length };
}

/** Selects the same characters in the editor. @param ahead how many paragraphs the editor has before them */
export function selectPlaces(quill: Quill, [start, end]: readonly [Place, Place], ahead = 0): void {
  const lines = quill.getLines();
  const indexOf = ({ paragraph, letters }: Place) => {
    const line = lines[ahead + paragraph];
    return line && quill.getIndex(line) + Math.min(letters, line.length() - 1);
  };
  const [from, to] = [indexOf(start), indexOf(end)];
  if (from !== undefined && to !== undefined) quill.setSelection(from, to - from, 'silent');
}
