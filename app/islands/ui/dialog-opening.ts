/**
 * Dispatched on a link whose page is about to be opened in a dialog; bubbles. The page is requested once all that
 * listeners wait for has settled, as the sending of a text that the page shows.
 */
export class DialogOpening extends Event {
  static readonly type = 'dialogopening';
  readonly #awaited: Promise<unknown>[] = [];

  constructor() {
    super(DialogOpening.type, { bubbles: true });
  }

  waitUntil(work: Promise<unknown>): void {
    this.#awaited.push(work);
  }

  async settled(): Promise<void> {
    await Promise.allSettled(this.#awaited);
  }
}
