import { MAX_UTTERANCES_PER_CHANGE } from '@/app/domain/transcript/change-size';
import { splitWords } from '@/app/domain/transcript/retime-words';
import type { EditableUtterance, UtteranceInput } from '@/app/domain/transcript/transcript-change';
import type { Draft } from './draft';
import type { InlineEditing } from './inline-editing';
import { type SelectedPiece, selectedPieces, selectPieces } from './selection';
import {
  adjacentSection,
  closestSection,
  offsetIn,
  paragraphOf,
  positionAt,
  positionAtPoint,
  type TranscriptText,
} from './text';

interface SelectionEditingContext {
  text: TranscriptText;
  draft: Draft;
  typing: InlineEditing;
}

/** A place in an utterance's text, in characters. */
interface Place {
  section: HTMLElement;
  offset: number;
}

/** The last section of what was written, null when nothing was; and one beside it. */
interface Written {
  section: HTMLElement | null;
  beside: HTMLElement | null;
}

/** Keys that begin a composition, or that a phone's keyboard does not name. */
const UNNAMED_KEYS = ['Dead', 'Process', 'Unidentified'];

/**
 * Edits a selection that reaches over several utterances, as a text editor does: browsers edit within one
 * paragraph only. Also takes dropped text.
 */
export class SelectionEditing {
  readonly #text: TranscriptText;
  readonly #draft: Draft;
  readonly #typing: InlineEditing;
  readonly #listeners = new AbortController();
  /** Where the pointer began to select. */
  #anchor: [Node, number] | null = null;
  #dragged: SelectedPiece[] | null = null;

  constructor({ text, draft, typing }: SelectionEditingContext) {
    this.#text = text;
    this.#draft = draft;
    this.#typing = typing;
    const { signal } = this.#listeners;
    const { list } = text;
    // Before the handlers of the single utterance, which would see a selection that they cannot edit.
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    document.addEventListener('beforeinput', (event) => this.#beforeInput(event), { signal, capture: true });
    for (const name of ['copy', 'cut', 'paste'] as const)
      document.addEventListener(name, (event) => this.#onClipboard(event), { signal, capture: true });
    list.addEventListener('pointerdown', (event) => this.#beginSelecting(event), { signal });
    document.addEventListener('pointermove', (event) => this.#extendSelection(event), { signal });
    list.addEventListener('dragstart', (event) => this.#beginDragging(event), { signal });
    list.addEventListener('dragover', (event) => this.#dragOver(event), { signal });
    list.addEventListener('drop', (event) => this.#drop(event), { signal });
    document.addEventListener('dragend', () => this.#endDragging(), { signal });
  }

  stop(): void {
    this.#listeners.abort();
  }

  /** What is selected, when it reaches beyond one paragraph. */
  #pieces(): SelectedPiece[] {
    const selection = getSelection();
    const { list } = this.#text;
    if (!selection || selection.isCollapsed || !this.#isTextFocused()) return [];
    const [first, last] = [selection.anchorNode, selection.focusNode].map((node) =>
      paragraphWith(list, node),
    );
    if (first && first === last) return [];
    return selectedPieces(list);
  }

  #isTextFocused(): boolean {
    const { activeElement } = document;
    return (
      activeElement === null || activeElement === document.body || this.#text.list.contains(activeElement)
    );
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key.toLowerCase() === 'a' && !event.shiftKey && this.#isUtteranceSelected()) {
      this.#handle(event, () => this.#selectAll());
      return;
    }
    if (event.shiftKey && !isCommand && this.#extendByKey(event)) return;
    if (!isCommand || event.getModifierState('AltGraph')) this.#onTypingKey(event);
  }

  #onTypingKey(event: KeyboardEvent): void {
    const pieces = this.#pieces();
    if (pieces.length === 0) return;
    if (event.key === 'Backspace' || event.key === 'Delete') this.#handle(event, () => this.#replace(''));
    else if (event.key === 'Enter') this.#handle(event, () => this.#split());
    else if ([...event.key].length === 1) this.#handle(event, () => this.#replace(event.key));
    else if (UNNAMED_KEYS.includes(event.key)) {
      // The key itself types into the utterance that has the caret now.
      this.#replace('');
      this.#draft.joinNext();
    } else if (!event.shiftKey) this.#collapseByKey(event, pieces);
  }

  #handle(event: Event, act: () => void): void {
    event.preventDefault();
    event.stopImmediatePropagation();
    act();
  }

  /** Whether the caret is in the text, rather than in a field. */
  #isTyping(): boolean {
    return this.#text.list.contains(document.activeElement);
  }

  /** Whether the text of the utterance is selected, as by the same keys: then they select the whole text. */
  #isUtteranceSelected(): boolean {
    if (!this.#isTyping()) return false;
    const pieces = selectedPieces(this.#text.list);
    const isWhole = ({ section, from, to }: SelectedPiece) =>
      from === 0 && to === paragraphOf(section).textContent.length;
    return pieces.length > 1 || (pieces.length === 1 && pieces.every(isWhole));
  }

  #selectAll(): void {
    const { sections } = this.#text;
    selectPieces(
      sections.map((section) => ({ section, from: 0, to: paragraphOf(section).textContent.length })),
    );
  }

  #collapseByKey(event: KeyboardEvent, pieces: readonly SelectedPiece[]): void {
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return;
    if (event.key === 'ArrowLeft' || event.key === 'ArrowUp')
      this.#handle(event, () => this.#typing.focus(first.section, first.from));
    if (event.key === 'ArrowRight' || event.key === 'ArrowDown')
      this.#handle(event, () => this.#typing.focus(last.section, last.to));
  }

  /** Browsers do not extend a selection out of the paragraph that is edited. @returns whether it was extended */
  #extendByKey(event: KeyboardEvent): boolean {
    const selection = getSelection();
    const direction = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!direction || !selection?.anchorNode || !selection.focusNode || !this.#isTyping()) return false;
    const section = closestSection(this.#text.list, selection.focusNode);
    const paragraph = section && paragraphOf(section);
    if (!paragraph?.contains(selection.focusNode)) return false;
    const offset = offsetIn(paragraph, selection.focusNode, selection.focusOffset);
    const isOut = offset === (direction > 0 ? paragraph.textContent.length : 0);
    const next = isOut && adjacentSection(section as HTMLElement, direction > 0 ? 1 : -1);
    if (!next) return false;
    const other = paragraphOf(next);
    const isByLine = event.key === 'ArrowDown' || event.key === 'ArrowUp';
    const length = other.textContent.length;
    const step = isByLine ? length : Math.min(1, length);
    const [node, at] = positionAt(other, direction > 0 ? step : length - step);
    this.#handle(event, () => selection.extend(node, at));
    return true;
  }

  /** Of keyboards that name no keys. */
  #beforeInput(event: InputEvent): void {
    const isTextInput = /^(insert(Text|ReplacementText|Paragraph|LineBreak)|delete)/.test(event.inputType);
    if (!isTextInput || this.#pieces().length === 0) return;
    this.#handle(event, () => {
      if (/Paragraph|LineBreak/.test(event.inputType)) this.#split();
      else this.#replace(event.data ?? '');
    });
  }

  #onClipboard(event: ClipboardEvent): void {
    const pieces = this.#pieces();
    if (pieces.length === 0) return;
    this.#handle(event, () => {
      if (event.type === 'paste') {
        this.#replace(oneLine(event.clipboardData?.getData('text/plain') ?? ''));
        return;
      }
      event.clipboardData?.setData('text/plain', textOf(pieces));
      if (event.type === 'cut') this.#replace('');
    });
  }

  /** Types over the selection, or deletes it. */
  #replace(inserted: string): void {
    this.#typing.commit(false);
    const pieces = this.#pieces();
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return;
    const isAtBorder = first.from === paragraphOf(first.section).textContent.length || last.to === 0;
    // The border of two utterances separates words.
    const typed = inserted === '' && isAtBorder ? ' ' : inserted;
    const [before, tail] = [headOf(first) + typed, tailOf(last)];
    const { section, beside } = this.#join(pieces, typed);
    if (section) this.#typing.focus(section, caretAfter(before, tail));
    else if (beside) this.#typing.focus(beside, paragraphOf(beside).textContent.length);
    if (section && /\s$/u.test(before))
      this.#typing.separate(tail.trim() === '' ? 'before' : /^\s/u.test(tail) && 'after');
  }

  /** Puts text in place of pieces: their utterances become one, of the person whose words stay. */
  #join(pieces: readonly SelectedPiece[], inserted: string): Written {
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return { section: null, beside: null };
    const [head, tail] = [headOf(first), tailOf(last)];
    const owner = head.trim() === '' && tail.trim() !== '' ? last : first;
    const { speaker } = this.#text.utteranceOf(owner.section);
    const text = head + inserted + tail;
    return this.#write(pieces, text.trim() === '' ? [] : [{ id: crypto.randomUUID(), speaker, text }]);
  }

  /** Leaves what stands before the selection and what stands after it as two utterances. */
  #split(): void {
    this.#typing.commit(false);
    const pieces = this.#pieces();
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return;
    const blocks = [
      { piece: first, text: headOf(first) },
      { piece: last, text: tailOf(last) },
    ]
      .filter(({ text }) => text.trim() !== '')
      .map(({ piece, text }) => ({
        id: crypto.randomUUID(),
        speaker: this.#text.utteranceOf(piece.section).speaker,
        text,
      }));
    const isAfter = tailOf(last).trim() !== '';
    const written = this.#write(pieces, blocks);
    const section = written.section ?? written.beside;
    if (section) this.#typing.focus(section, isAfter ? 0 : paragraphOf(section).textContent.length);
  }

  /** Replaces the utterances of pieces. */
  #write(pieces: readonly SelectedPiece[], blocks: UtteranceInput[]): Written {
    const sections = pieces.map(({ section }) => section);
    const [first, last] = [sections[0], sections.at(-1)];
    if (!first || !last) return { section: null, beside: null };
    const beside = adjacentSection(first, -1) ?? adjacentSection(last, 1);
    const removed = sections.map((section): EditableUtterance => this.#text.utteranceOf(section));
    let section: HTMLElement | null = null;
    this.#draft.together(() => {
      // The last part holds what stays.
      for (let at = 0; at < removed.length; at += MAX_UTTERANCES_PER_CHANGE) {
        const part = removed.slice(at, at + MAX_UTTERANCES_PER_CHANGE);
        const isLast = at + part.length === removed.length;
        section = this.#draft.replace(part, isLast ? blocks : []).at(-1) ?? null;
      }
    });
    return { section, beside };
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
    event.dataTransfer.setData('text/plain', textOf(pieces));
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
    this.#typing.commit();
    if (!moved) this.#insert(place, dropped);
    else if (!isWithin(place, moved)) this.#move(place, moved, dropped);
  }

  #placeAt({ clientX, clientY }: DragEvent): Place | null {
    const position = positionAtPoint(clientX, clientY);
    const section = closestSection(this.#text.list, position?.[0] ?? null);
    if (!position || !section) return null;
    const paragraph = paragraphOf(section);
    if (!paragraph.contains(position[0])) return { section, offset: paragraph.textContent.length };
    return { section, offset: offsetIn(paragraph, ...position) };
  }

  /** What stands later in the text is changed first, so that the other place stays. */
  #move(place: Place, moved: readonly SelectedPiece[], dropped: string): void {
    this.#draft.together(() => {
      if (!isBehind(place, moved)) this.#join(moved, ' ');
      this.#insert(place, dropped);
      const { caret } = this.#typing;
      if (!isBehind(place, moved)) return;
      this.#join(moved, ' ');
      if (caret) this.#typing.focus(caret.section, caret.offset);
    });
  }

  /** As words of their own. */
  #insert({ section, offset }: Place, inserted: string): void {
    const block = this.#text.utteranceOf(section);
    const text = paragraphOf(section).textContent;
    const [head, tail] = [text.slice(0, offset), text.slice(offset)];
    const before = `${head} ${inserted} `;
    const [written] = this.#draft.replace(
      [block],
      [{ id: crypto.randomUUID(), speaker: block.speaker, text: before + tail }],
    );
    if (written) this.#typing.focus(written, splitWords(before).join(' ').length);
  }
}

function paragraphWith(list: HTMLElement, node: Node | null): HTMLElement | null {
  const section = closestSection(list, node);
  const paragraph = section && paragraphOf(section);
  return paragraph?.contains(node) ? paragraph : null;
}

const headOf = ({ section, from }: SelectedPiece) => paragraphOf(section).textContent.slice(0, from);

const tailOf = ({ section, to }: SelectedPiece) => paragraphOf(section).textContent.slice(to);

const textOf = (pieces: readonly SelectedPiece[]) =>
  pieces.map(({ section, from, to }) => paragraphOf(section).textContent.slice(from, to)).join('\n');

const oneLine = (text: string) => text.replace(/\s+/gu, ' ');

/** The offset behind a text when what follows it is shown with single spaces. */
function caretAfter(before: string, tail: string): number {
  const words = splitWords(before).join(' ');
  const isBetween = /\s$/u.test(before) && words !== '' && tail.trim() !== '';
  return words.length + (isBetween ? 1 : 0);
}

const isWithin = ({ section, offset }: Place, pieces: readonly SelectedPiece[]) =>
  pieces.some((piece) => piece.section === section && offset >= piece.from && offset <= piece.to);

function isBehind({ section, offset }: Place, pieces: readonly SelectedPiece[]): boolean {
  const last = pieces.at(-1);
  if (!last) return false;
  if (last.section === section) return offset >= last.to;
  return (last.section.compareDocumentPosition(section) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
}
