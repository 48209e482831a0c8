import { fetchPart } from '../parts/fetch-part';

/** The markup that an island adds to the page of a transcript, or of a document, in parts by their `data-part`. */
export class Tools {
  readonly #root: HTMLElement;
  readonly #parts: Map<string, HTMLElement>;

  private constructor(root: HTMLElement) {
    this.#root = root;
    const parts = [...root.querySelectorAll<HTMLElement>('[data-part]')];
    this.#parts = new Map(parts.map((part) => [part.dataset.part!, part]));
  }

  /** Fetches them with their stylesheet. @throws Error when they do not come */
  static async fetch(address = '/transcriptions/tools'): Promise<Tools> {
    return new Tools(await fetchPart(address, '[data-tools]'));
  }

  /** How a speaker without a name is called, with '%' for the letter. */
  get speakerLabel(): string {
    return this.#root.dataset.speaker!;
  }

  /** What the text of a block is called, with '%' for its speaker. */
  get blockLabel(): string {
    return this.#root.dataset.block!;
  }

  /** A part, wherever it was put; it may have left the page together with a block. */
  part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    return this.#parts.get(name) as Part;
  }
}
