import { fetchPart } from '../ui/fetch-part';
import { type ElementOf, required, textsOf } from '../ui/find-part';
import type { Part } from '../ui/part.contract';

/** The markup that an island adds to a transcript or document page, in parts by their `data-part`. */
export class Tools<Text extends string = string> {
  readonly texts: Record<Text, string>;
  readonly #parts: HTMLElement[];

  private constructor(root: HTMLElement, contract: Part<string, Text>) {
    this.texts = textsOf(root, contract);
    this.#parts = [...root.querySelectorAll<HTMLElement>('[data-part]')];
  }

  static async fetch<Text extends string>(
    address: string,
    contract: Part<string, Text>,
  ): Promise<Tools<Text>> {
    return new Tools(await fetchPart(address, contract), contract);
  }

  /** A part, wherever it is in the page; it may have been removed together with an utterance. */
  part<Selector extends string>({ selector }: Part<Selector>): ElementOf<Selector> {
    const found = this.#parts.find((part) => part.matches(selector));
    return required(found as ElementOf<Selector> | undefined, selector);
  }
}
