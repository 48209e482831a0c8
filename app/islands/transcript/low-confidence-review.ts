import type { Word } from '@/app/domain/transcript/transcript';
import { type TextRange, wordRanges } from '@/app/domain/transcript/word-ranges';
import { find, partAt, textsOf } from '../ui/find-part';
import type { Player } from './player';
import { paragraphOf, type TextPlace, type TranscriptText } from './text';
import { REVIEW_BUTTONS, REVIEW_PANEL } from './transcript.contract';
import { VisibleHighlights } from './visible-highlights';

/** Low confidence threshold: words below it are underlined for review. */
const LOW_CONFIDENCE = 0.7;
/** Audio played before and after a word, so that it can be understood. */
const CONTEXT_MS = 700;

const hasLowConfidence = ({ confidence }: Word) => confidence < LOW_CONFIDENCE;

export class LowConfidenceReview {
  readonly #panel: HTMLElement;
  readonly #text: TranscriptText;
  readonly #player: Player;
  readonly #painted: VisibleHighlights;
  readonly #onWord: (word: TextPlace) => void;
  #current: Word | null = null;

  constructor(panel: HTMLElement, text: TranscriptText, player: Player, onWord: (word: TextPlace) => void) {
    this.#panel = panel;
    this.#text = text;
    this.#player = player;
    this.#onWord = onWord;
    this.#painted = new VisibleHighlights('doubtful', (section) => this.#placesIn(section));
    const actions: Record<keyof typeof REVIEW_BUTTONS, () => void> = {
      previous: () => this.#step(-1),
      next: () => this.#step(1),
      again: () => this.#play(),
      close: () => this.close(),
    };
    panel.addEventListener('click', (event) => {
      const action = partAt(event, REVIEW_BUTTONS);
      if (action) actions[action]();
    });
  }

  get isOpen(): boolean {
    return this.#panel.isConnected;
  }

  open(place: HTMLElement): void {
    place.append(this.#panel);
    this.#painted.show(this.#text.sections);
    this.#tell();
    find(this.#panel, REVIEW_BUTTONS.next).focus();
  }

  close(): void {
    this.#painted.hide();
    this.#panel.remove();
  }

  refresh(section: HTMLElement): void {
    if (this.isOpen) this.#painted.refresh(section);
  }

  #placesIn(section: HTMLElement): TextRange[] {
    const places = wordRanges(paragraphOf(section).textContent);
    const { words } = this.#text.utteranceOf(section);
    return places.filter((_, index) => words[index] && hasLowConfidence(words[index]));
  }

  #all(): { section: HTMLElement; word: Word; index: number }[] {
    return this.#text.sections.flatMap((section) =>
      this.#text
        .utteranceOf(section)
        .words.map((word, index) => ({ section, word, index }))
        .filter(({ word }) => hasLowConfidence(word)),
    );
  }

  #tell(all = this.#all()): void {
    const count = find(this.#panel, REVIEW_PANEL.count);
    const at = all.findIndex(({ word }) => word === this.#current);
    count.textContent =
      all.length > 0 ? `${at + 1} / ${all.length}` : textsOf(count, REVIEW_PANEL.count).none;
  }

  /** From the current word, or its time once corrected; at first from the playback position. */
  #step(direction: 1 | -1): void {
    const all = this.#all();
    const fromMs = this.#current?.startMs ?? this.#player.audio.currentTime * 1000 - 1;
    const next =
      direction > 0
        ? all.find(({ word }) => word.startMs > fromMs)
        : all.findLast(({ word }) => word.startMs < fromMs);
    const chosen = next ?? all.at(direction > 0 ? 0 : -1);
    if (!chosen) {
      this.#tell(all);
      return;
    }
    const { section, word, index } = chosen;
    this.#current = word;
    this.#tell(all);
    const place = wordRanges(paragraphOf(section).textContent)[index];
    if (place) this.#onWord({ section, place });
    this.#play();
  }

  #play(): void {
    if (!this.#current) return;
    this.#player.playRange(this.#current.startMs - CONTEXT_MS, this.#current.endMs + CONTEXT_MS);
  }
}
