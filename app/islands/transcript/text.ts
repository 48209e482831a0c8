import type { Word } from '@/app/domain/transcript/transcript';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import {
  lastStartedIndex,
  type TextRange,
  wordIndexAt,
  wordRanges,
} from '@/app/domain/transcript/word-ranges';
import { decodeTimings, type WordTimings } from '@/app/domain/transcript/word-timing';
import { find, findAll, required } from '../ui/find-part';
import { TEXT, UTTERANCE } from './transcript.contract';

/** A transcript's text in the page: each utterance is a section with speaker, time and paragraph. */
export class TranscriptText {
  readonly list: HTMLElement;
  readonly #utterances = new Map<HTMLElement, EditableUtterance>();
  readonly #sections = new Map<string, HTMLElement>();
  #order: HTMLElement[] | null = null;

  constructor(list: HTMLElement) {
    this.list = list;
  }

  get isTimed(): boolean {
    return this.#utterances.size > 0;
  }

  get sections(): readonly HTMLElement[] {
    this.#order ??= findAll(this.list, TEXT.utterance);
    return this.#order;
  }

  get utterances(): EditableUtterance[] {
    return this.sections.map((section) => this.utteranceOf(section));
  }

  has(section: HTMLElement): boolean {
    return this.#utterances.has(section);
  }

  utteranceOf(section: HTMLElement): EditableUtterance {
    return required(this.#utterances.get(section), 'utterance of a section');
  }

  /** The section that is spoken at a time, or was last before it. */
  sectionAt(ms: number): HTMLElement | undefined {
    return this.sections[lastStartedIndex(this.sections, (each) => this.utteranceOf(each).startMs, ms)];
  }

  sectionOf(blockId: string): HTMLElement | undefined {
    return this.#sections.get(blockId);
  }

  /** @param speakerLabel name of an anonymous speaker, with '%' for the letter */
  load(timings: WordTimings, version: number, speakerLabel: string): void {
    const texts = this.sections.map((section) => ({
      startMs: startMsOf(section),
      texts: paragraphOf(section).textContent.split(' '),
    }));
    const words = decodeTimings(timings, texts);
    this.sections.forEach((section, index) => {
      const id = paragraphOf(section).dataset.id ?? `${version}.${index}`;
      const marked = withMarks(section, words[index] ?? []);
      this.assign(section, makeUtterance(id, speakerIn(section, speakerLabel), marked));
    });
  }

  assign(section: HTMLElement, block: EditableUtterance): void {
    const before = this.#utterances.get(section);
    if (before && this.#sections.get(before.id) === section) this.#sections.delete(before.id);
    this.#utterances.set(section, block);
    this.#sections.set(block.id, section);
  }

  /** Inserts a section after another one, or at the start for null. */
  insert(section: HTMLElement, after: HTMLElement | null, block: EditableUtterance): void {
    if (after) after.after(section);
    else find(this.list, TEXT.group).prepend(section);
    this.#order = null;
    this.assign(section, block);
  }

  remove(section: HTMLElement): void {
    const block = this.#utterances.get(section);
    if (block && this.#sections.get(block.id) === section) this.#sections.delete(block.id);
    this.#utterances.delete(section);
    section.remove();
    this.#order = null;
  }
}

function makeUtterance(id: string, speaker: string, words: Word[]): EditableUtterance {
  return {
    id,
    speaker,
    words,
    confidence: 1,
    startMs: words[0]?.startMs ?? 0,
    endMs: words.at(-1)?.endMs ?? 0,
    text: words.map(({ text }) => text).join(' '),
  };
}

export const paragraphOf = (section: HTMLElement) => find(section, UTTERANCE.text);

/** A range of an utterance's text. */
export interface TextPlace {
  section: HTMLElement;
  place: TextRange;
}

/** The section that contains a node; null outside the text. */
export function closestSection(list: HTMLElement, node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : node?.parentElement;
  const section = element?.closest<HTMLElement>('section');
  return section && section !== list && list.contains(section) ? section : null;
}

/** The next or the previous section, which may be in another group. */
export function adjacentSection(section: HTMLElement, direction: 1 | -1): HTMLElement | null {
  const [next, first] = (
    direction > 0
      ? ['nextElementSibling', 'firstElementChild']
      : ['previousElementSibling', 'lastElementChild']
  ) as ['nextElementSibling', 'firstElementChild'];
  let found = section[next];
  let group = section.parentElement;
  while (!found && group?.matches('div')) {
    group = group[next] as HTMLElement | null;
    found = group?.[first] ?? null;
  }
  return found as HTMLElement | null;
}

function startMsOf(section: HTMLElement): number {
  const link = find(section, UTTERANCE.time);
  return Math.round(Number(new URLSearchParams(link.search).get('t')) * 1000);
}

function speakerIn(section: HTMLElement, speakerLabel: string): string {
  const heading = find(section, UTTERANCE.speaker);
  const name = heading.querySelector('bdi');
  if (name) return name.textContent;
  const [before = '', after = ''] = speakerLabel.split('%');
  const text = heading.textContent;
  return text.slice(before.length, text.length - after.length);
}

function withMarks(section: HTMLElement, words: Word[]): Word[] {
  const paragraph = paragraphOf(section);
  if (!paragraph.firstElementChild) return words;
  const places = wordRanges(paragraph.textContent);
  for (const run of paragraph.querySelectorAll<HTMLElement>('mark, s')) {
    const start = offsetIn(paragraph, run, 0);
    const end = start + run.textContent.length;
    words.forEach((word, index) => {
      const place = places[index];
      if (!place || place.start < start || place.end > end) return;
      if (run.matches('s')) word.struck = true;
      else word.highlight = run.dataset.color as NonNullable<Word['highlight']>;
    });
  }
  return words;
}

/** Character offset of a DOM position in a paragraph. */
export function offsetIn(paragraph: Element, node: Node, nodeOffset: number): number {
  const range = document.createRange();
  range.setStart(paragraph, 0);
  range.setEnd(node, nodeOffset);
  return range.toString().length;
}

/** DOM position of a character offset in a paragraph. */
export function positionAt(paragraph: Element, offset: number): [Node, number] {
  const walker = document.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
  let left = offset;
  let last: Text | null = null;
  for (let node = walker.nextNode() as Text | null; node; node = walker.nextNode() as Text | null) {
    if (left <= node.length) return [node, left];
    left -= node.length;
    last = node;
  }
  return last ? [last, last.length] : [paragraph, 0];
}

/** Static, so that it does not follow changes and costs nothing while typing. */
export function staticRangeOf(paragraph: Element, { start, end }: TextRange): StaticRange {
  const [startContainer, startOffset] = positionAt(paragraph, start);
  const [endContainer, endOffset] = positionAt(paragraph, end);
  return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
}

export function positionAtPoint(x: number, y: number): [Node, number] | null {
  if ('caretPositionFromPoint' in document) {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && [caret.offsetNode, caret.offset];
  }
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range && [range.startContainer, range.startOffset];
}

interface PressedWord {
  word: Word;
  section: HTMLElement;
  /** In the utterance's text, in characters. */
  offset: number;
  /** In the window. */
  place: DOMRect;
}

/** The word that was clicked; undefined outside of a text, and while the user selects. */
export function clickedWord(event: MouseEvent, text: TranscriptText): PressedWord | undefined {
  const position = positionAtPoint(event.clientX, event.clientY);
  const section = closestSection(text.list, position?.[0] ?? null);
  const isText = (event.target as Element).closest(UTTERANCE.text.selector);
  if (!position || !section || !isText || !text.isTimed || !getSelection()?.isCollapsed) return undefined;
  const paragraph = paragraphOf(section);
  const offset = offsetIn(paragraph, ...position);
  const index = wordIndexAt(paragraph.textContent, offset);
  const [word, range] = [text.utteranceOf(section).words[index], wordRanges(paragraph.textContent)[index]];
  return word && range && { word, section, offset, place: rangeOf(paragraph, range).getBoundingClientRect() };
}

function rangeOf(paragraph: Element, place: TextRange): Range {
  const { startContainer, startOffset, endContainer, endOffset } = staticRangeOf(paragraph, place);
  const range = document.createRange();
  range.setStart(startContainer, startOffset);
  range.setEnd(endContainer, endOffset);
  return range;
}
