import { oneLine, paragraphWith, type SelectedPiece, selectedPieces, selectedText } from './selection';
import type { Place, SelectionChanges } from './selection-changes';
import { closestSection, offsetIn, paragraphOf, positionAtPoint, type TranscriptText } from './text';

/** Selects over several utterances with the mouse, drags what is selected, and takes dropped text. */
export class SelectionDragging {
  readonly #text: TranscriptText;
  readonly #changes: SelectionChanges;
  /** Where the pointer began to select. */
  #anchor: [Node, number] | null = null;
  #dragged: SelectedPiece[] | null = null;

  /** @param signal ends it */
  constructor(text: TranscriptText, changes: SelectionChanges, signal: AbortSignal) {
    this.#text = text;
    this.#changes = changes;
    const { list } = text;
    list.addEventListener('pointerdown', (event) => this.#beginSelecting(event), { signal });
    document.addEventListener('pointermove', (event) => this.#extendSelection(event), { signal });
    list.addEventListener('dragstart', (event) => this.#beginDragging(event), { signal });
    list.addEventListener('dragover', (event) => this.#dragOver(event), { signal });
    list.addEventListener('drop', (event) => this.#drop(event), { signal });
    document.addEventListener('dragend', () => this.#endDragging(), { signal });
  }

  #beginSelecting(event: PointerEvent): void {
    this.#anchor = null;
    if (event.button !== 0 || event.pointerType !== 'mouse' || event.shiftKey) return;
    const place = positionAtPoint(event.clientX, event.clientY);
    if (place && paragraphWith(this.#text.list, place[0])?.isContentEditable) this.#anchor = place;
  }

  /** A browser keeps a selection inside the paragraph that is edited, where it began. */
  #extendSelection(event: PointerEvent): void {
    if (!this.#anchor || this.#dragged || (event.buttons & 1) === 0) return;
    const place = positionAtPoint(event.clientX, event.clientY);
    const paragraph = paragraphWith(this.#text.list, place?.[0] ?? null);
    if (!place || !paragraph || paragraph.contains(this.#anchor[0])) return;
    getSelection()?.setBaseAndExtent(...this.#anchor, ...place);
  }

  #beginDragging(event: DragEvent): void {
    const pieces = selectedPieces(this.#text.list).filter(({ from, to }) => from < to);
    if (pieces.length === 0 || getSelection()?.isCollapsed || !event.dataTransfer) return;
    this.#dragged = pieces;
    event.dataTransfer.setData('text/plain', selectedText(pieces));
    event.dataTransfer.effectAllowed = 'copyMove';
  }

  #endDragging(): void {
    this.#dragged = null;
  }

  #dragOver(event: DragEvent): void {
    const { dataTransfer } = event;
    if (!dataTransfer?.types.includes('text/plain') || !this.#placeAt(event)) return;
    event.preventDefault();
    dataTransfer.dropEffect = this.#dragged && !event.ctrlKey ? 'move' : 'copy';
  }

  #drop(event: DragEvent): void {
    const place = this.#placeAt(event);
    const dropped = oneLine(event.dataTransfer?.getData('text/plain') ?? '').trim();
    if (!place || dropped === '') return;
    event.preventDefault();
    const moved = event.ctrlKey ? null : this.#dragged;
    this.#dragged = null;
    if (!moved || !isWithin(place, moved)) this.#changes.drop(place, dropped, moved);
  }

  #placeAt({ clientX, clientY }: DragEvent): Place | null {
    const position = positionAtPoint(clientX, clientY);
    const section = closestSection(this.#text.list, position?.[0] ?? null);
    if (!position || !section) return null;
    const paragraph = paragraphOf(section);
    if (!paragraph.contains(position[0])) return { section, offset: paragraph.textContent.length };
    return { section, offset: offsetIn(paragraph, ...position) };
  }
}

const isWithin = ({ section, offset }: Place, pieces: readonly SelectedPiece[]) =>
  pieces.some((piece) => piece.section === section && offset >= piece.from && offset <= piece.to);
