import type { TextRange } from '@/app/domain/transcript/word-ranges';
import { paragraphOf, staticRangeOf } from './text';

/** Paints only the ranges near the window: browsers check every painted range again at each key stroke. */
export class VisibleHighlights {
  readonly #name: string;
  readonly #placesIn: (section: HTMLElement) => TextRange[];
  readonly #painted = new Map<HTMLElement, StaticRange[]>();
  readonly #observer: IntersectionObserver;
  readonly #highlight = new Highlight();

  constructor(name: string, placesIn: (section: HTMLElement) => TextRange[]) {
    this.#name = name;
    this.#placesIn = placesIn;
    this.#observer = new IntersectionObserver(
      (entries) => {
        for (const { target, isIntersecting } of entries) {
          if (isIntersecting) this.#paint(target as HTMLElement);
          else this.#clear(target as HTMLElement);
        }
      },
      { rootMargin: '200px' },
    );
  }

  show(sections: readonly HTMLElement[]): void {
    this.hide();
    CSS.highlights.set(this.#name, this.#highlight);
    for (const section of sections) this.#observer.observe(section);
  }

  hide(): void {
    this.#observer.disconnect();
    this.#painted.clear();
    this.#highlight.clear();
    CSS.highlights.delete(this.#name);
  }

  refresh(section: HTMLElement): void {
    if (this.#painted.has(section)) this.#paint(section);
  }

  #paint(section: HTMLElement): void {
    this.#clear(section);
    const paragraph = paragraphOf(section);
    const stretches = this.#placesIn(section).map((place) => staticRangeOf(paragraph, place));
    this.#painted.set(section, stretches);
    for (const stretch of stretches) this.#highlight.add(stretch);
  }

  #clear(section: HTMLElement): void {
    for (const stretch of this.#painted.get(section) ?? []) this.#highlight.delete(stretch);
    this.#painted.delete(section);
  }
}
