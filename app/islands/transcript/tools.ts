import { fetchPart } from '../draft/fetch-part';

/** The markup that an island adds to a transcript or document page, in parts by their `data-part`. */
export class Tools {
  readonly #root: HTMLElement;
  readonly #parts: Map<string, HTMLElement>;

  private constructor(root: HTMLElement) {
    this.#root = root;
    const parts = [...root.querySelectorAll<HTMLElement>('[data-part]')];
    this.#parts = new Map(parts.map((part) => [part.dataset.part!, part]));
  }

  /** Fetches the markup with its stylesheet. @throws Error when it does not load */
  static async fetch(address = '/transcriptions/tools'): Promise<Tools> {
    return new Tools(await fetchPart(address, '[data-tools]'));
  }

  /** Name of an anonymous speaker, with '%' for the letter. */
  get speakerLabel(): string {
    return this.#root.dataset.speaker!;
  }

  /** Accessible name of an utterance's text, with '%' for its speaker. */
  get utteranceLabel(): string {
    return this.#root.dataset.block!;
  }

  /** A part, wherever it is in the page; it may have been removed together with an utterance. */
  part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    return this.#parts.get(name) as Part;
  }
}
