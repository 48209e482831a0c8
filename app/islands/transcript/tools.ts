import { fetchPart } from '../parts/fetch-part';

/** The markup that the island adds to a transcript's page, in parts by their `data-part`. */
export class Tools {
  readonly #root: HTMLElement;

  private constructor(root: HTMLElement) {
    this.#root = root;
  }

  /** Fetches them with their stylesheet. @throws Error when they do not come */
  static async fetch(): Promise<Tools> {
    return new Tools(await fetchPart('/transcriptions/tools', '[data-tools]'));
  }

  /** How a speaker without a name is called, with '%' for the letter. */
  get speakerLabel(): string {
    return this.#root.dataset.speaker!;
  }

  /** What the text of a block is called, with '%' for its speaker. */
  get blockLabel(): string {
    return this.#root.dataset.block!;
  }

  part<Part extends HTMLElement = HTMLElement>(name: string): Part {
    return (
      this.#root.querySelector<Part>(`[data-part="${name}"]`) ??
      document.querySelector<Part>(`[data-part="${name}"]`)!
    );
  }
}
