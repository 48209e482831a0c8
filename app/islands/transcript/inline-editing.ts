import { splitWords } from '@/app/domain/transcript/retime-words';
import type { Draft } from './draft';
import type { Renderer } from './render';
import {
  adjacentSection,
  closestSection,
  offsetIn,
  paragraphOf,
  positionAt,
  positionAtPoint,
  type TranscriptText,
} from './text';

/** Debounce: typed text becomes a change after this pause, and after `MAX_DELAY_MS` while typing goes on. */
const DEBOUNCE_MS = 600;
const MAX_DELAY_MS = 1_500;

interface InlineEditingContext {
  text: TranscriptText;
  draft: Draft;
  renderer: Renderer;
  /** Accessible name of an utterance's text, with '%' for its speaker. */
  utteranceLabel: string;
  onTyped(section: HTMLElement): void;
}

/** Only the paragraph with the cursor is editable: one tab stop, and a selection may reach over all texts. */
export class InlineEditing {
  readonly #text: TranscriptText;
  readonly #draft: Draft;
  readonly #renderer: Renderer;
  readonly #blockLabel: string;
  readonly #onTyped: (section: HTMLElement) => void;
  readonly #listeners = new AbortController();
  #section: HTMLElement | null = null;
  #typedSince: number | null = null;
  #isComposing = false;
  #timer: number | undefined;

  constructor({ text, draft, renderer, utteranceLabel, onTyped }: InlineEditingContext) {
    this.#text = text;
    this.#draft = draft;
    this.#renderer = renderer;
    this.#blockLabel = utteranceLabel;
    this.#onTyped = onTyped;
    const { signal } = this.#listeners;
    const { list } = text;
    list.addEventListener('input', () => this.#noteInput(), { signal });
    list.addEventListener('compositionstart', () => (this.#isComposing = true), { signal });
    list.addEventListener('compositionend', () => (this.#isComposing = false), { signal });
    list.addEventListener('beforeinput', (event) => this.#beforeInput(event), { signal });
    list.addEventListener('keydown', (event) => this.#onKey(event), { signal });
    list.addEventListener('paste', (event) => this.#paste(event), { signal });
    list.addEventListener('focusout', () => this.finish(), { signal });
    list.addEventListener('click', (event) => this.#click(event), { signal });
    // The pointer may be released outside the list.
    document.addEventListener('pointerup', () => this.#openSelected(), { signal });
    this.resume();
  }

  /** The section of the utterance that is edited. */
  get section(): HTMLElement | null {
    return this.#section && this.#text.has(this.#section) ? this.#section : null;
  }

  /**
   * Resolves when what is typed can become a change: a composition is not interrupted, and a text that was
   * emptied to be written anew is not a deletion yet.
   */
  async untilTyped(): Promise<void> {
    while (this.#isComposing || this.#isEmptied()) {
      await new Promise((resolve) => {
        for (const name of ['compositionend', 'input', 'focusout'])
          this.#text.list.addEventListener(name, resolve, { once: true, signal: this.#listeners.signal });
        this.#listeners.signal.addEventListener('abort', resolve, { once: true });
      });
      // A composition ends after its last input event, and the focus leaves before the text is committed.
      await Promise.resolve();
    }
  }

  #isEmptied(): boolean {
    const { section } = this;
    return section !== null && this.#typedSince !== null && paragraphOf(section).textContent.trim() === '';
  }

  /** Makes another paragraph editable when the one with the cursor was removed. */
  resume(): void {
    if (this.#section && this.#text.has(this.#section)) return;
    this.#section = null;
    const isInSight = (section: HTMLElement) => section.getBoundingClientRect().bottom > innerHeight / 4;
    const first = this.#text.sections.find(isInSight);
    if (first) this.#open(first);
  }

  /** Where somebody types, in characters of an utterance's text. */
  get caret(): { section: HTMLElement; offset: number } | null {
    const cursor = this.#cursor();
    return this.#section && cursor && { section: this.#section, offset: cursor.offset };
  }

  focus(section: HTMLElement, offset: number): void {
    if (!this.#text.has(section)) return;
    this.#open(section);
    const paragraph = paragraphOf(section);
    paragraph.focus({ preventScroll: true });
    getSelection()?.collapse(...positionAt(paragraph, offset));
    section.scrollIntoView({ block: 'nearest' });
  }

  /**
   * Types words in place of the selection, or at the caret.
   * @returns false when neither is in the text that is edited
   */
  insert(words: string): boolean {
    const [selection, section] = [getSelection(), this.#section];
    if (!section || !selection?.rangeCount) return false;
    const paragraph = paragraphOf(section);
    const { startContainer, endContainer } = selection.getRangeAt(0);
    if (!paragraph.contains(startContainer) || !paragraph.contains(endContainer)) return false;
    paragraph.focus({ preventScroll: true });
    typeText(` ${words} `);
    this.finish();
    return true;
  }

  /** Types a space before or after the caret, where another text is typed as a word of its own. */
  separate(side: 'before' | 'after' | false): void {
    if (!side) return;
    typeText(' ');
    if (side === 'after') getSelection()?.modify('move', 'backward', 'character');
  }

  /** @param isLast whether an empty text deletes the utterance */
  commit(isLast = true): void {
    const section = this.#section;
    clearTimeout(this.#timer);
    if (!section || !this.#text.has(section) || this.#typedSince === null) return;
    const typed = splitWords(paragraphOf(section).textContent).join(' ');
    if (typed === '' && !isLast) return;
    this.#typedSince = null;
    const block = this.#text.utteranceOf(section);
    if (typed === block.text) return;
    if (typed === '') {
      this.#section = null;
      this.#draft.replace([block], []);
      return;
    }
    this.#draft.recordTyping(section, typed);
    this.#onTyped(section);
  }

  /** Commits, and shows the text as it was parsed. */
  finish(): void {
    this.commit();
    // A section that is removed from the page loses the focus on its way.
    if (this.#section && this.#text.has(this.#section))
      this.#renderer.show(this.#section, this.#text.utteranceOf(this.#section));
  }

  stop(): void {
    this.#isComposing = false;
    this.finish();
    this.#close();
    this.#listeners.abort();
  }

  #open(section: HTMLElement): void {
    if (section === this.#section) return;
    this.finish();
    this.#close();
    this.#section = section;
    const paragraph = paragraphOf(section);
    try {
      paragraph.contentEditable = 'plaintext-only';
    } catch {
      // Browsers without 'plaintext-only' paste plain text by #paste.
      paragraph.contentEditable = 'true';
    }
    paragraph.setAttribute('role', 'textbox');
    paragraph.setAttribute('aria-multiline', 'true');
    const name = this.#renderer.nameOf(this.#text.utteranceOf(section).speaker);
    paragraph.setAttribute('aria-label', this.#blockLabel.replace('%', name));
  }

  #close(): void {
    if (!this.#section) return;
    const paragraph = paragraphOf(this.#section);
    for (const name of ['contenteditable', 'role', 'aria-multiline', 'aria-label'])
      paragraph.removeAttribute(name);
    this.#section = null;
  }

  #noteInput(): void {
    const now = performance.now();
    this.#typedSince ??= now;
    clearTimeout(this.#timer);
    const pause = Math.max(0, Math.min(DEBOUNCE_MS, this.#typedSince + MAX_DELAY_MS - now));
    this.#timer = window.setTimeout(() => this.#commitSoon(), pause);
  }

  /** Waits while an input method composition is in progress. */
  #commitSoon(): void {
    if (this.#isComposing) this.#timer = window.setTimeout(() => this.#commitSoon(), DEBOUNCE_MS);
    else this.commit(false);
  }

  #click(event: MouseEvent): void {
    const section = closestSection(this.#text.list, event.target as Node);
    const isText = (event.target as Element).closest('p');
    if (!section || !isText || section === this.#section || !getSelection()?.isCollapsed) return;
    const place = positionAtPoint(event.clientX, event.clientY);
    const paragraph = paragraphOf(section);
    const isInside = place && paragraph.contains(place[0]);
    this.focus(section, isInside ? offsetIn(paragraph, ...place) : paragraph.textContent.length);
  }

  /** What a pointer selected within one utterance can be typed over. */
  #openSelected(): void {
    const selection = getSelection();
    if (!selection?.anchorNode || !selection.focusNode || selection.isCollapsed) return;
    const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
    const section = closestSection(this.#text.list, anchorNode);
    if (!section || section === this.#section) return;
    const paragraph = paragraphOf(section);
    if (!paragraph.contains(anchorNode) || !paragraph.contains(focusNode)) return;
    this.#open(section);
    paragraph.focus({ preventScroll: true });
    selection.setBaseAndExtent(anchorNode, anchorOffset, focusNode, focusOffset);
  }

  #beforeInput(event: InputEvent): void {
    if (/^insert(Paragraph|LineBreak)$/.test(event.inputType)) {
      event.preventDefault();
      this.#split();
    }
    // Undo is handled here (Ctrl+Z), and a drop would move text between utterances unnoticed.
    if (/^history|FromDrop$/.test(event.inputType)) event.preventDefault();
    const isJoining =
      (event.inputType === 'deleteContentBackward' && this.#join(-1)) ||
      (event.inputType === 'deleteContentForward' && this.#join(1));
    if (isJoining) event.preventDefault();
  }

  #onKey(event: KeyboardEvent): void {
    if (event.isComposing || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const actions: Record<string, () => boolean> = {
      Backspace: () => this.#join(-1),
      Delete: () => this.#join(1),
      ArrowLeft: () => this.#cursor()?.isAtStart === true && this.#leave(-1),
      ArrowRight: () => this.#cursor()?.isAtEnd === true && this.#leave(1),
      ArrowUp: () => this.#isOnEdge(-1) && this.#leave(-1, true),
      ArrowDown: () => this.#isOnEdge(1) && this.#leave(1, true),
    };
    if (actions[event.key]?.()) event.preventDefault();
  }

  #paste(event: ClipboardEvent): void {
    const pasted = event.clipboardData?.getData('text/plain') ?? '';
    event.preventDefault();
    typeText(pasted.replace(/\s+/gu, ' '));
  }

  #cursor(): { offset: number; isAtStart: boolean; isAtEnd: boolean } | null {
    const selection = getSelection();
    if (!this.#section || !selection?.isCollapsed || !selection.anchorNode) return null;
    const paragraph = paragraphOf(this.#section);
    if (!paragraph.contains(selection.anchorNode)) return null;
    const offset = offsetIn(paragraph, selection.anchorNode, selection.anchorOffset);
    return { offset, isAtStart: offset === 0, isAtEnd: offset === paragraph.textContent.length };
  }

  #split(): void {
    const cursor = this.#cursor();
    if (!cursor || !this.#section) return;
    const whole = paragraphOf(this.#section).textContent;
    const texts = [whole.slice(0, cursor.offset), whole.slice(cursor.offset)];
    if (texts.some((text) => text.trim() === '')) return;
    this.commit();
    const block = this.#text.utteranceOf(this.#section);
    const [, second] = this.#draft.replace(
      [block],
      texts.map((text) => ({ id: crypto.randomUUID(), speaker: block.speaker, text })),
    );
    if (second) this.focus(second, 0);
  }

  /** Joins the utterance with the previous or the next one, when the cursor is between them. */
  #join(direction: 1 | -1): boolean {
    const cursor = this.#cursor();
    const isBetween = direction < 0 ? cursor?.isAtStart : cursor?.isAtEnd;
    const other = this.#neighbour(direction);
    if (!isBetween || !other || !this.#section) return false;
    const pair = direction < 0 ? [other, this.#section] : [this.#section, other];
    const texts = pair.map((section) => splitWords(paragraphOf(section).textContent).join(' '));
    this.#typedSince = null;
    clearTimeout(this.#timer);
    const blocks = pair.map((section) => this.#text.utteranceOf(section));
    const speaker = blocks[0]?.speaker ?? '';
    const text = texts.filter(Boolean).join(' ');
    const [joined] = this.#draft.replace(blocks, [{ id: crypto.randomUUID(), speaker, text }]);
    if (joined) this.focus(joined, texts[0]?.length ?? 0);
    return true;
  }

  #neighbour(direction: 1 | -1): HTMLElement | null {
    return this.#section && adjacentSection(this.#section, direction);
  }

  /** With `keepsColumn`, the cursor stays at its horizontal position. */
  #leave(direction: 1 | -1, keepsColumn = false): boolean {
    const other = this.#neighbour(direction);
    if (!other) return false;
    const x = keepsColumn ? cursorRect()?.left : undefined;
    const paragraph = paragraphOf(other);
    this.focus(other, direction < 0 ? paragraph.textContent.length : 0);
    if (x === undefined) return true;
    const { top, bottom } = paragraph.getBoundingClientRect();
    const place = positionAtPoint(x, direction < 0 ? bottom - 8 : top + 8);
    if (place && paragraph.contains(place[0])) getSelection()?.collapse(...place);
    return true;
  }

  /** Whether the cursor is in the first line (-1) or the last line (1). */
  #isOnEdge(direction: 1 | -1): boolean {
    const cursor = this.#cursor();
    if (!cursor || !this.#section) return false;
    const rect = cursorRect();
    if (!rect) return direction < 0 ? cursor.isAtStart : cursor.isAtEnd;
    const text = paragraphOf(this.#section).getBoundingClientRect();
    return direction < 0 ? rect.top - text.top < rect.height : text.bottom - rect.bottom < rect.height;
  }
}

/** The only way of inserting text that browsers treat as typing. */
const typeText = (text: string) => document.execCommand('insertText', false, text);

function cursorRect(): DOMRect | undefined {
  const selection = getSelection();
  return selection?.rangeCount ? selection.getRangeAt(0).getClientRects()[0] : undefined;
}
