import type Quill from 'quill/core';
import Delta from 'quill-delta';
import type { EditableParagraph } from '@/app/domain/document/document-change';
import { splitIntoSheets } from '@/app/domain/document/sheets';
import { toOps } from './delta';
import { layOutSheets } from './sheets';
import { paragraphsIn, selectedPlaces, selectPlaces } from './shown-places';

/** What Quill gets before the first key: about nine screens. */
const FIRST_SHEETS = 3;
/** Sheets that Quill gets at once; each time takes as long as a walk through the text that it has. */
const SHEETS_AT_ONCE = 3;
/** After which keys and frames have their turn. */
const SLICE_MS = 25;
/** For which a slice waits at most while the page is busy. */
const MAX_WAIT_MS = 100;

/**
 * A text that Quill gets sheet by sheet, since hundreds of pages take it seconds. What it does not have yet
 * stands below it, as the server rendered it; nobody can edit that, so the document is always the text in Quill
 * and `rest`. Whatever needs the whole text in Quill calls `loadAll` first.
 */
export class GradualText {
  readonly #quill: Quill;
  /** The server's rendering of the rest, with an element for each sheet. */
  readonly #shown: HTMLElement;
  #sheets: EditableParagraph[][];

  /** Sets Quill's contents, and takes `shown` out of its place in the page. */
  constructor(quill: Quill, blocks: readonly EditableParagraph[], shown: HTMLElement) {
    this.#quill = quill;
    this.#shown = shown;
    this.#sheets = splitIntoSheets(blocks);
    const first = this.#sheets.splice(0, FIRST_SHEETS);
    quill.setContents(new Delta(toOps(first.flat())), 'silent');
    if (this.#sheets.length === 0) return;
    this.#removeShown(first.length);
    quill.container.append(shown);
    shown.addEventListener('click', () => this.#editShown());
    for (const name of ['keydown', 'beforeinput', 'paste', 'drop'] as const)
      quill.root.addEventListener(name, (event) => this.#leaves(event) && this.loadAll(), true);
    addEventListener('beforeprint', () => this.loadAll());
    this.#loadSoon();
  }

  /** The paragraphs that are not in Quill yet. */
  get rest(): EditableParagraph[] {
    return this.#sheets.flat();
  }

  loadAll(): void {
    if (this.#sheets.length === 0) return;
    const keepView = this.#view();
    this.#load(this.#sheets.length);
    keepView?.();
  }

  /**
   * The text becomes another one, of which Quill has to be given a part: at least as many paragraphs as it has.
   * @returns that part
   */
  restart(blocks: readonly EditableParagraph[], countBefore: number): readonly EditableParagraph[] {
    const rest = this.rest;
    if (rest.length === 0) return blocks;
    const first = Math.max(1, Math.max(countBefore, blocks.length) - rest.length);
    const newRest = blocks.slice(first);
    const isSame = newRest.length === rest.length && newRest.every(({ id }, at) => id === rest[at]?.id);
    if (!isSame) {
      this.#sheets = splitIntoSheets(newRest);
      // The server's rendering is of another text now.
      this.#shown.remove();
    }
    return blocks.slice(0, first);
  }

  /** An input method loses its place when lines are added. */
  get #isComposing(): boolean {
    return this.#quill.composition.isComposing;
  }

  #loadSoon(): void {
    // Safari has no idle periods.
    if ('requestIdleCallback' in window)
      requestIdleCallback(() => this.#loadSlice(), { timeout: MAX_WAIT_MS });
    else setTimeout(() => this.#loadSlice(), SLICE_MS);
  }

  #loadSlice(): void {
    const end = performance.now() + SLICE_MS;
    const keepView = this.#view();
    while (!this.#isComposing && this.#sheets.length > 0 && performance.now() < end)
      this.#load(SHEETS_AT_ONCE);
    keepView?.();
    if (this.#sheets.length > 0) this.#loadSoon();
  }

  /** Behind the text in Quill, as a change that nobody hears of. */
  #load(count: number): void {
    const sheets = this.#sheets.slice(0, count);
    const { scroll, editor } = this.#quill;
    const delta = new Delta(toOps(sheets.flat()));
    // What was typed is heard of before.
    scroll.update();
    scroll.insertContents(scroll.length(), delta);
    for (const op of delta.ops) editor.delta.push(op);
    this.#sheets = this.#sheets.slice(count);
    this.#removeShown(sheets.length);
  }

  /** For who reads in the rest meanwhile. @returns scrolls to what is in the middle of the screen now */
  #view(): (() => void) | undefined {
    const { top, left, width } = this.#shown.getBoundingClientRect();
    if (top >= 0) return undefined;
    const paragraphs = paragraphsIn(this.#shown);
    const seen = document.elementFromPoint(left + width / 2, innerHeight / 2);
    const index = paragraphs.findLastIndex((paragraph) => paragraph.contains(seen));
    const paragraph = paragraphs[index];
    if (!paragraph) return undefined;
    const before = paragraph.getBoundingClientRect().top;
    const ahead = this.#quill.getLines().length;
    return () => {
      const line = this.#quill.getLines()[ahead + index]?.domNode;
      if (line instanceof Element && !paragraph.isConnected) layOutSheets(this.#quill, line);
      const now = paragraph.isConnected ? paragraph : line;
      if (now instanceof Element) scrollBy(0, now.getBoundingClientRect().top - before);
    };
  }

  #removeShown(count: number): void {
    for (let sheet = 0; sheet < count; sheet += 1) this.#shown.firstElementChild?.remove();
    if (this.#sheets.length === 0) this.#shown.remove();
  }

  /** What was clicked or selected in the rest becomes the selection in Quill. */
  #editShown(): void {
    const places = selectedPlaces(this.#shown);
    if (!places) return;
    const ahead = this.#quill.getLines().length;
    this.loadAll();
    selectPlaces(this.#quill, places, ahead);
  }

  /** Whether a key or an edit may reach beyond the text in Quill. */
  #leaves(event: Event): boolean {
    if (this.#sheets.length === 0 || this.#isComposing) return false;
    const isJump =
      event instanceof KeyboardEvent &&
      (event.ctrlKey || event.metaKey) &&
      ['a', 'end', 'arrowdown'].includes(event.key.toLowerCase());
    const last = this.#quill.root.lastElementChild;
    const { anchorNode = null, focusNode = null } = getSelection() ?? {};
    return isJump || [anchorNode, focusNode].some((node) => node && last?.contains(node));
  }
}
