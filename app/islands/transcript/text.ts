import type { Word } from '@/app/domain/transcription/transcript';
import type { Block } from '@/app/domain/transcription/transcript-change';
import { wordPlaces } from '@/app/domain/transcription/word-places';
import { decodeTimings, type WordTimings } from '@/app/domain/transcription/word-timing';

/** A transcript's text as it stands in the page: each block is a section with speaker, time and paragraph. */
export class TranscriptText {
  readonly list: HTMLElement;
  readonly #blocks = new Map<HTMLElement, Block>();
  readonly #sections = new Map<string, HTMLElement>();
  #order: HTMLElement[] | null = null;

  constructor(list: HTMLElement) {
    this.list = list;
  }

  /** Whether the words have their times yet. */
  get isTimed(): boolean {
    return this.#blocks.size > 0;
  }

  /** The sections, in order. */
  get sections(): readonly HTMLElement[] {
    this.#order ??= [...this.list.querySelectorAll<HTMLElement>('section')];
    return this.#order;
  }

  get blocks(): Block[] {
    return this.sections.map((section) => this.blockOf(section));
  }

  /** Whether a section is part of the text still. */
  has(section: HTMLElement): boolean {
    return this.#blocks.has(section);
  }

  blockOf(section: HTMLElement): Block {
    return this.#blocks.get(section)!;
  }

  sectionOf(blockId: string): HTMLElement | undefined {
    return this.#sections.get(blockId);
  }

  /**
   * Gives the words of the page their times.
   * @param version of the saved text
   * @param speakerLabel how the page names a speaker without a name, with '%' for the letter
   */
  load(timings: WordTimings, version: number, speakerLabel: string): void {
    const texts = this.sections.map((section) => ({
      startMs: shownStartOf(section),
      texts: paragraphOf(section).textContent!.split(' '),
    }));
    const words = decodeTimings(timings, texts);
    this.sections.forEach((section, index) => {
      const id = paragraphOf(section).dataset.id ?? `${version}.${index}`;
      this.assign(section, blockOf(id, speakerIn(section, speakerLabel), withMarks(section, words[index]!)));
    });
  }

  /** Notes which block a section shows. */
  assign(section: HTMLElement, block: Block): void {
    const before = this.#blocks.get(section);
    if (before && this.#sections.get(before.id) === section) this.#sections.delete(before.id);
    this.#blocks.set(section, block);
    this.#sections.set(block.id, section);
  }

  /** Puts a section after another one, or in front of all. */
  insert(section: HTMLElement, after: HTMLElement | null, block: Block): void {
    if (after) after.after(section);
    else this.list.querySelector('div')!.prepend(section);
    this.#order = null;
    this.assign(section, block);
  }

  remove(section: HTMLElement): void {
    const block = this.#blocks.get(section);
    if (block && this.#sections.get(block.id) === section) this.#sections.delete(block.id);
    this.#blocks.delete(section);
    section.remove();
    this.#order = null;
  }
}

function blockOf(id: string, speaker: string, words: Word[]): Block {
  return {
    ...{ id, speaker, words, confidence: 1 },
    startMs: words[0]?.startMs ?? 0,
    endMs: words.at(-1)?.endMs ?? 0,
    text: words.map(({ text }) => text).join(' '),
  };
}

export const paragraphOf = (section: HTMLElement) => section.querySelector('p')!;

/** The section that something of the text stands in. */
export function sectionAround(list: HTMLElement, node: Node | null): HTMLElement | null {
  const element = node instanceof Element ? node : node?.parentElement;
  const section = element?.closest<HTMLElement>('section');
  return section && section !== list && list.contains(section) ? section : null;
}

/** The section after another one, which may stand in the next group, or the one before it. */
export function neighbourOf(section: HTMLElement, direction: 1 | -1): HTMLElement | null {
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

/** As its time link says it. */
function shownStartOf(section: HTMLElement): number {
  const link = section.querySelector<HTMLAnchorElement>('a[href^="?t="]')!;
  return Math.round(Number(new URLSearchParams(link.search).get('t')) * 1000);
}

function speakerIn(section: HTMLElement, speakerLabel: string): string {
  const heading = section.querySelector('h3')!;
  const name = heading.querySelector('bdi');
  if (name) return name.textContent!;
  const [before = '', after = ''] = speakerLabel.split('%');
  const text = heading.textContent!;
  return text.slice(before.length, text.length - after.length);
}

function withMarks(section: HTMLElement, words: Word[]): Word[] {
  const paragraph = paragraphOf(section);
  if (!paragraph.firstElementChild) return words;
  const places = wordPlaces(paragraph.textContent!);
  for (const run of paragraph.querySelectorAll<HTMLElement>('mark, s')) {
    const start = offsetIn(paragraph, run, 0);
    const end = start + run.textContent!.length;
    places.forEach((place, index) => {
      if (place.start < start || place.end > end) return;
      if (run.matches('s')) words[index]!.struck = true;
      else words[index]!.highlight = run.dataset.color as NonNullable<Word['highlight']>;
    });
  }
  return words;
}

/** How many characters of a paragraph stand before a place in it. */
export function offsetIn(paragraph: Element, node: Node, nodeOffset: number): number {
  const range = document.createRange();
  range.setStart(paragraph, 0);
  range.setEnd(node, nodeOffset);
  return range.toString().length;
}

/** The place in a paragraph before which so many of its characters stand. */
export function placeIn(paragraph: Element, offset: number): [Node, number] {
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

/** A stretch of a paragraph, for highlights: it does not follow changes, and so costs nothing while typing. */
export function stretchOf(paragraph: Element, { start, end }: { start: number; end: number }): StaticRange {
  const [startContainer, startOffset] = placeIn(paragraph, start);
  const [endContainer, endOffset] = placeIn(paragraph, end);
  return new StaticRange({ startContainer, startOffset, endContainer, endOffset });
}

/** The place of the text below a point of the window. */
export function placeAtPoint(x: number, y: number): [Node, number] | null {
  if ('caretPositionFromPoint' in document) {
    const caret = document.caretPositionFromPoint(x, y);
    return caret && [caret.offsetNode, caret.offset];
  }
  const range = (document as Document).caretRangeFromPoint(x, y);
  return range && [range.startContainer, range.startOffset];
}
