import type { Draft } from './draft';
import type { InlineEditing } from './inline-editing';
import { oneLine, type SelectedPiece, selectedPieces, selectedText, selectPieces } from './selection';
import { SelectionChanges, type SelectionContext } from './selection-changes';
import { SelectionDragging } from './selection-dragging';
import {
  adjacentSection,
  closestSection,
  offsetIn,
  paragraphOf,
  positionAt,
  type TranscriptText,
} from './text';

/** Keys that begin a composition, or that a phone's keyboard does not name. */
const UNNAMED_KEYS = ['Dead', 'Process', 'Unidentified'];

/**
 * Edits a selection that reaches over several utterances, as a text editor does: browsers edit within one
 * paragraph only.
 */
export class SelectionEditing {
  readonly #text: TranscriptText;
  readonly #draft: Draft;
  readonly #typing: InlineEditing;
  readonly #changes: SelectionChanges;
  readonly #listeners = new AbortController();

  constructor({ text, draft, typing }: SelectionContext) {
    this.#text = text;
    this.#draft = draft;
    this.#typing = typing;
    this.#changes = new SelectionChanges({ text, draft, typing });
    const { signal } = this.#listeners;
    // Before the handlers of the single utterance, which would see a selection that they cannot edit.
    document.addEventListener('keydown', (event) => this.#onKey(event), { signal, capture: true });
    document.addEventListener('beforeinput', (event) => this.#beforeInput(event), { signal, capture: true });
    for (const name of ['copy', 'cut', 'paste'] as const)
      document.addEventListener(name, (event) => this.#onClipboard(event), { signal, capture: true });
    new SelectionDragging(text, this.#changes, signal);
  }

  stop(): void {
    this.#listeners.abort();
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
    const pieces = this.#changes.pieces();
    if (pieces.length === 0) return;
    if (event.key === 'Backspace' || event.key === 'Delete')
      this.#handle(event, () => this.#changes.replace(''));
    else if (event.key === 'Enter') this.#handle(event, () => this.#changes.split());
    else if ([...event.key].length === 1) this.#handle(event, () => this.#changes.replace(event.key));
    else if (UNNAMED_KEYS.includes(event.key)) {
      // The key itself types into the utterance that has the caret now.
      this.#changes.replace('');
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
    if (!isTextInput || this.#changes.pieces().length === 0) return;
    this.#handle(event, () => {
      if (/Paragraph|LineBreak/.test(event.inputType)) this.#changes.split();
      else this.#changes.replace(event.data ?? '');
    });
  }

  #onClipboard(event: ClipboardEvent): void {
    const pieces = this.#changes.pieces();
    if (pieces.length === 0) return;
    this.#handle(event, () => {
      if (event.type === 'paste') {
        this.#changes.replace(oneLine(event.clipboardData?.getData('text/plain') ?? ''));
        return;
      }
      event.clipboardData?.setData('text/plain', selectedText(pieces));
      if (event.type === 'cut') this.#changes.replace('');
    });
  }
}
