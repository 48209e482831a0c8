import { formatPosition } from '@/app/domain/format/format-duration';
import { readingKey } from '@/app/domain/transcript/locate-utterances';
import { HUE_COUNT } from '@/app/domain/transcript/people';
import { encodeMarks } from '@/app/domain/transcript/rewrite-utterances';
import { sharedMarks } from '@/app/domain/transcript/shared-marks';
import { isAnonymous } from '@/app/domain/transcript/speaker';
import { timeLink } from '@/app/domain/transcript/time-link';
import type { Word } from '@/app/domain/transcript/transcript';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { lastStartedIndex } from '@/app/domain/transcript/word-ranges';
import { find, required } from '../ui/find-part';
import { keepSelection, pairSections } from './keep-selection';
import { paragraphOf, type TranscriptText } from './text';
import { UTTERANCE } from './transcript.contract';

/** Renders utterances as the server does. */
export class Renderer {
  readonly #text: TranscriptText;
  readonly #speakerLabel: string;
  /** In the page's language, which can differ from that of the text. */
  readonly #heading: HTMLElement;
  readonly #hues = new Map<string, string>();

  constructor(text: TranscriptText, speakerLabel: string) {
    this.#text = text;
    this.#speakerLabel = speakerLabel;
    this.#heading = find(text.list, UTTERANCE.speaker).cloneNode() as HTMLElement;
    for (const section of text.sections) {
      const { speaker } = text.utteranceOf(section);
      if (!this.#hues.has(speaker)) this.#hues.set(speaker, section.className);
    }
  }

  nameOf(speaker: string): string {
    return isAnonymous(speaker) ? this.#speakerLabel.replace('%', speaker) : speaker;
  }

  /** Gives the new name the hue of the old one, as the server does. */
  rename(from: string, to: string): void {
    if (!this.#hues.has(to)) this.#hues.set(to, this.hueOf(from));
  }

  /** Replaces consecutive utterances with others. @returns the sections of the new ones */
  replace(removed: readonly EditableUtterance[], added: readonly EditableUtterance[]): HTMLElement[] {
    const old = removed.map(({ id }) => required(this.#text.sectionOf(id), `utterance ${id}`));
    let last: HTMLElement | null = null;
    const sections = added.map((block, index) => {
      const known = old[index];
      const section = known ?? this.#makeSection(block);
      if (known) this.show(known, block);
      else this.#text.insert(section, last, block);
      last = section;
      return section;
    });
    for (const section of old.slice(added.length)) this.#text.remove(section);
    return sections;
  }

  /** Inserts utterances at the position of their start time. @returns the section of the first */
  insert(blocks: readonly EditableUtterance[]): HTMLElement | null {
    const [first] = blocks;
    const { sections } = this.#text;
    if (!first) return null;
    const at = lastStartedIndex(
      sections,
      (section) => this.#text.utteranceOf(section).startMs,
      first.startMs,
    );
    let last = sections[at] ?? null;
    const fresh = blocks.map((block) => {
      const section = this.#makeSection(block);
      this.#text.insert(section, last, block);
      last = section;
      return section;
    });
    return fresh[0] ?? null;
  }

  /**
   * Shows a whole text. The sections of utterances that are left stay, and so do the caret, the selection and
   * the focus, at the words where they were.
   * @param open the section in which somebody types
   */
  showAll(blocks: readonly EditableUtterance[], open: HTMLElement | null): void {
    const selection = keepSelection(this.#text, blocks, open);
    const kept = pairSections(this.#text, blocks, selection.openAt);
    this.#keepHues(blocks, kept);
    const used = new Set(kept);
    for (const section of [...this.#text.sections]) if (!used.has(section)) this.#text.remove(section);
    let last: HTMLElement | null = null;
    const sections = blocks.map((block, index) => {
      const known = kept[index];
      const section = known ?? this.#makeSection(block);
      if (known) this.show(known, block, { keepsTyped: known === open });
      else this.#text.insert(section, last, block);
      last = section;
      return section;
    });
    selection.restore(sections);
  }

  /** A speaker who was renamed everywhere keeps the hue. @param sections those of `blocks` that exist */
  #keepHues(blocks: readonly EditableUtterance[], sections: readonly (HTMLElement | undefined)[]): void {
    const present = new Set(blocks.map(({ speaker }) => speaker));
    blocks.forEach(({ speaker }, index) => {
      const section = sections[index];
      const former = section && this.#text.utteranceOf(section).speaker;
      if (former !== undefined && !present.has(former)) this.rename(former, speaker);
    });
  }

  /**
   * Shows an utterance in a section; a paragraph with the same text is left alone, to keep the cursor.
   * @param keepsTyped whether white space that was just typed stays, too
   */
  show(section: HTMLElement, block: EditableUtterance, { keepsTyped = false } = {}): void {
    const paragraph = paragraphOf(section);
    const isSame = keepsTyped && readingKey([this.#text.utteranceOf(section)]) === readingKey([block]);
    this.#text.assign(section, block);
    paragraph.dataset.id = block.id;
    const marks = encodeMarks(block.words);
    const isPlain = marks.length === 0 && !paragraph.firstElementChild;
    if (!isSame && (!isPlain || paragraph.textContent !== block.text)) writeText(paragraph, block);
    this.#showSpeaker(section, block.speaker);
    const link = find(section, UTTERANCE.time);
    link.setAttribute('href', timeLink(block.startMs));
    link.textContent = formatPosition(block.startMs);
  }

  #showSpeaker(section: HTMLElement, speaker: string): void {
    const heading = find(section, UTTERANCE.speaker);
    const name = this.nameOf(speaker);
    if (heading.textContent !== name) {
      const bdi = document.createElement('bdi');
      bdi.textContent = name;
      heading.replaceChildren(name === speaker ? bdi : name);
    }
    section.className = this.hueOf(speaker);
  }

  /** The class of a speaker's colour. */
  hueOf(speaker: string): string {
    const hue = this.#hues.get(speaker) ?? `speaker-${this.#hues.size % HUE_COUNT}`;
    this.#hues.set(speaker, hue);
    return hue;
  }

  #makeSection(block: EditableUtterance): HTMLElement {
    const section = document.createElement('section');
    const heading = this.#heading.cloneNode() as HTMLElement;
    const link = document.createElement('a');
    const paragraph = document.createElement('p');
    link.setAttribute('href', timeLink(block.startMs));
    section.append(heading, link, paragraph);
    this.show(section, block);
    return section;
  }
}

function writeText(paragraph: HTMLElement, { words }: EditableUtterance): void {
  const texts = words.map(({ text }) => text);
  const pieces: (Node | string)[] = [];
  let next = 0;
  const marks = encodeMarks(words);
  for (const [index, { from, count, highlight, struck }] of marks.entries()) {
    pieces.push(
      texts
        .slice(next, from)
        .map((text) => `${text} `)
        .join(''),
    );
    next = from + count;
    const text = texts.slice(from, next).join(' ');
    pieces.push(markedRun({ text, ...(highlight && { highlight }), ...(struck && { struck }) }));
    const following = marks[index + 1];
    const shared = following?.from === next ? sharedMarks({ highlight, struck }, following) : {};
    if (next < words.length) pieces.push(markedRun({ text: ' ', ...shared }));
  }
  pieces.push(texts.slice(next).join(' '));
  paragraph.replaceChildren(...pieces.filter((piece) => piece !== ''));
  paragraph.normalize();
}

export function markedRun({ text, highlight, struck }: Pick<Word, 'text' | 'highlight' | 'struck'>): Node {
  let run: Node = document.createTextNode(text);
  if (struck) run = wrapped('s', run);
  if (highlight) {
    const mark = wrapped('mark', run);
    mark.dataset.color = highlight;
    run = mark;
  }
  return run;
}

function wrapped(name: 's' | 'mark', content: Node): HTMLElement {
  const element = document.createElement(name);
  element.append(content);
  return element;
}
