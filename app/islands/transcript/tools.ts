/** The markup that the island adds to a transcript's page, in parts by their `data-part`. */
export class Tools {
  readonly #root: HTMLElement;
  readonly #parts: Map<string, HTMLElement>;

  private constructor(root: HTMLElement) {
    this.#root = root;
    const parts = [...root.querySelectorAll<HTMLElement>('[data-part]')];
    this.#parts = new Map(parts.map((part) => [part.dataset.part!, part]));
  }

  /** Fetches them with their stylesheet. @throws Error when they do not come */
  static async fetch(): Promise<Tools> {
    const answer = await fetch('/transcriptions/tools');
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    const root = page.querySelector<HTMLElement>('[data-tools]');
    if (!answer.ok || !root) throw new Error('the tools of the transcript did not come');
    await Promise.all([...page.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')].map(adopt));
    return new Tools(document.adoptNode(root));
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

function adopt(link: HTMLLinkElement): Promise<unknown> | undefined {
  const href = link.getAttribute('href')!;
  if (document.querySelector(`link[href="${CSS.escape(href)}"]`)) return undefined;
  const copy = document.createElement('link');
  copy.rel = 'stylesheet';
  copy.href = href;
  document.head.append(copy);
  return new Promise((resolve) => {
    copy.onload = copy.onerror = resolve;
  });
}
