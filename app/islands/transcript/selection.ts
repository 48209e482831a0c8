import { adjacentSection, closestSection, offsetIn, paragraphOf, positionAt } from './text';

/** Selected range of one utterance's text, in characters; empty where the cursor is collapsed. */
export interface SelectedPiece {
  section: HTMLElement;
  from: number;
  to: number;
}

export function selectedPieces(list: HTMLElement): SelectedPiece[] {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0) return [];
  const range = selection.getRangeAt(0);
  const first = closestSection(list, range.startContainer);
  const last = closestSection(list, range.endContainer);
  const pieces: SelectedPiece[] = [];
  for (let section = first; section; section = adjacentSection(section, 1)) {
    const paragraph = paragraphOf(section);
    const isIn = (node: Node) => paragraph.contains(node);
    const length = paragraph.textContent.length;
    const from = isIn(range.startContainer)
      ? offsetIn(paragraph, range.startContainer, range.startOffset)
      : 0;
    const to = isIn(range.endContainer) ? offsetIn(paragraph, range.endContainer, range.endOffset) : length;
    // A selection that starts or ends outside a paragraph, at its speaker, does not touch it there.
    const isTouched = section !== last || isIn(range.endContainer);
    if (isTouched) pieces.push({ section, from, to });
    if (section === last) break;
  }
  return pieces;
}

export function selectPieces(pieces: readonly SelectedPiece[]): void {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) return;
  const start = positionAt(paragraphOf(first.section), first.from);
  const end = positionAt(paragraphOf(last.section), last.to);
  getSelection()?.setBaseAndExtent(...start, ...end);
}

/** The paragraph of the utterance whose text contains a node. */
export function paragraphWith(list: HTMLElement, node: Node | null): HTMLElement | null {
  const section = closestSection(list, node);
  const paragraph = section && paragraphOf(section);
  return paragraph?.contains(node) ? paragraph : null;
}

export const selectedText = (pieces: readonly SelectedPiece[]) =>
  pieces.map(({ section, from, to }) => paragraphOf(section).textContent.slice(from, to)).join('\n');

/** Line breaks of what is pasted or dropped become spaces. */
export const oneLine = (text: string) => text.replace(/\s+/gu, ' ');
