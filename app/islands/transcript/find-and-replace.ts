import { findText, replaceRanges } from '@/app/domain/transcript/find-text';
import type { TextRange } from '@/app/domain/transcript/word-ranges';
import { find, partAt, textsOf } from '../ui/find-part';
import type { Draft } from './draft';
import { paragraphOf, staticRangeOf, type TextPlace, type TranscriptText } from './text';
import { FIND_BUTTONS, FIND_PANEL } from './transcript.contract';
import { VisibleHighlights } from './visible-highlights';

const CURRENT = 'found-now';
const DEBOUNCE_MS = 200;

export class FindAndReplace {
  readonly #panel: HTMLFormElement;
  readonly #text: TranscriptText;
  readonly #painted: VisibleHighlights;
  #hits: TextPlace[] = [];
  #at = -1;
  #timer: number | undefined;

  /** Null while the text is only read. */
  draft: Draft | null = null;

  constructor(panel: HTMLFormElement, text: TranscriptText) {
    this.#panel = panel;
    this.#text = text;
    this.#painted = new VisibleHighlights('found', (section) => this.#placesIn(section));
    panel.addEventListener('input', ({ target }) => {
      if (target === this.#field('replacement')) return;
      clearTimeout(this.#timer);
      this.#timer = window.setTimeout(() => this.#search(), DEBOUNCE_MS);
    });
    panel.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#step(1);
    });
    const actions: Record<keyof typeof FIND_BUTTONS, () => void> = {
      previous: () => this.#step(-1),
      replace: () => this.#replaceOne(),
      'replace-all': () => this.#replaceAll(),
      close: () => this.close(),
    };
    panel.addEventListener('click', (event) => {
      const action = partAt(event, FIND_BUTTONS);
      if (action) actions[action]();
    });
  }

  get isOpen(): boolean {
    return this.#panel.isConnected;
  }

  open(place: HTMLElement): void {
    if (!this.isOpen) place.append(this.#panel);
    const selected = getSelection()?.toString() ?? '';
    const field = this.#field('sought');
    if (selected !== '' && selected.length < 100) field.value = selected;
    field.focus();
    field.select();
    this.#search();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#painted.hide();
    CSS.highlights.delete(CURRENT);
    this.#panel.remove();
  }

  #field(name: 'sought' | 'replacement' | 'wholeWords' | 'exactAccents'): HTMLInputElement {
    return find(this.#panel, FIND_PANEL[name]);
  }

  #placesIn(section: HTMLElement): TextRange[] {
    const options = {
      wholeWords: this.#field('wholeWords').checked,
      exactAccents: this.#field('exactAccents').checked,
    };
    return findText(paragraphOf(section).textContent, this.#field('sought').value, options);
  }

  #search(): void {
    clearTimeout(this.#timer);
    this.#hits = this.#text.sections.flatMap((section) =>
      this.#placesIn(section).map((place) => ({ section, place })),
    );
    this.#at = Math.min(this.#at, this.#hits.length - 1);
    this.#painted.show(this.#text.sections);
    this.#tell();
  }

  #tell(): void {
    const count = find(this.#panel, FIND_PANEL.count);
    const isEmpty = this.#field('sought').value.trim() === '';
    if (this.#hits.length > 0) count.textContent = `${this.#at + 1} / ${this.#hits.length}`;
    else count.textContent = isEmpty ? '' : textsOf(count, FIND_PANEL.count).none;
  }

  #step(direction: 1 | -1): void {
    this.#search();
    const { length } = this.#hits;
    if (length === 0) return;
    this.#at = this.#at < 0 ? (direction > 0 ? 0 : length - 1) : (this.#at + direction + length) % length;
    this.#showCurrent();
  }

  #showCurrent(): void {
    const hit = this.#hits[this.#at];
    this.#tell();
    CSS.highlights.delete(CURRENT);
    if (!hit) return;
    CSS.highlights.set(CURRENT, new Highlight(staticRangeOf(paragraphOf(hit.section), hit.place)));
    hit.section.scrollIntoView({ block: 'center' });
  }

  #replaceOne(): void {
    const hit = this.#hits[this.#at];
    if (!hit) {
      this.#step(1);
      return;
    }
    this.#write([hit.section], () => [hit.place]);
    this.#search();
    this.#at = Math.min(Math.max(this.#at, 0), this.#hits.length - 1);
    this.#showCurrent();
  }

  #replaceAll(): void {
    this.#search();
    this.#write([...new Set(this.#hits.map(({ section }) => section))], (section) => this.#placesIn(section));
    this.#at = -1;
    CSS.highlights.delete(CURRENT);
    this.#search();
  }

  /** In one change, and so in one undo step; an utterance of which nothing is left is removed. */
  #write(sections: readonly HTMLElement[], placesIn: (section: HTMLElement) => TextRange[]): void {
    const replacement = this.#field('replacement').value;
    const written = sections.map((section) => {
      const block = this.#text.utteranceOf(section);
      const text = replaceRanges(paragraphOf(section).textContent, placesIn(section), replacement);
      return { block, input: { id: crypto.randomUUID(), speaker: block.speaker, text } };
    });
    const [left, emptied] = [true, false].map((isLeft) =>
      written.filter(({ input }) => (input.text.trim() !== '') === isLeft),
    );
    this.draft?.together(() => {
      for (const { block } of emptied ?? []) this.draft?.replace([block], []);
      if (!left || left.length === 0) return;
      this.draft?.replaceEach(
        left.map(({ block }) => block),
        left.map(({ input }) => input),
      );
    });
  }
}
