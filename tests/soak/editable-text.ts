import type { Page } from 'playwright-core';
import type { RunningCeleste } from '@/tests/support/celeste';
import type { TestUser } from '@/tests/support/test-user';
import type { Random } from './random';
import type { TraceDelta } from './traces';

/** A user at a page. */
export interface UserAtPage {
  page: Page;
  random: Random;
  /**
   * Puts the cursor behind a word of an utterance or paragraph; 0 is the start. @returns false when it could
   * not be placed
   */
  placeCursor(share: number): Promise<boolean>;
  /** Records the traces that visibly appeared and disappeared. */
  turn(turn: TraceDelta): void;
  /** A number for a new trace. */
  newTrace(): number;
}

/** A kind of text that can be edited at random. */
export interface EditableText {
  /** Script of the user actions in its page, loaded after `hands.js`. */
  hands: string;
  /** CSS selector of an element that is there when the page is editable. */
  ready: string;
  /** Creates a text. @returns the path of its page */
  make(celeste: RunningCeleste, owner: TestUser): Promise<string>;
  /** Kinds of edits that add to the text, and that remove from it; repeated by weight. */
  grows: string[];
  shrinks: string[];
  /** Implementation of each kind except 'type'. */
  edits: Record<string, (hand: UserAtPage) => Promise<void>>;
  save(hand: UserAtPage): Promise<void>;
  /** Traces of an utterance or paragraph on the server, and of a change as sent. */
  tracesOfBlock(block: unknown): string[];
  tracesOfChange(change: unknown): string[];
  /** What a saved version must preserve from the draft. */
  linesOf(blocks: unknown[]): unknown;
}

/** The traces in a string: words p1, names S1. */
export const wordsIn = (text: string): string[] => text.match(/[pS]\d+/g) ?? [];

/** Functions in the pages of both kinds of text. */
interface Hands {
  join(): TraceDelta;
  mark(
    share: number,
    marking: string,
    range: { from: number; to: number; overNext: boolean },
  ): TraceDelta | Promise<TraceDelta>;
  use(tool: string): TraceDelta;
}

declare const hands: Hands;

const MARKINGS = ['blue', 'green', 'yellow', 'red', 'gray', 'gray40', 'struck', 'struck', 'none'];

/** Edits of both kinds of text. */
export const COMMON_EDITS = {
  async split(hand: UserAtPage) {
    if (await hand.placeCursor(hand.random.next())) await hand.page.keyboard.press('Enter');
  },
  async join(hand: UserAtPage) {
    if (await hand.placeCursor(0)) hand.turn(await hand.page.evaluate(() => hands.join()));
  },
  async mark(hand: UserAtPage) {
    const { page, random } = hand;
    const range = { from: random.next(), to: random.next(), overNext: random.below(3) === 0 };
    const what = [random.next(), random.pick(MARKINGS), range] as const;
    hand.turn(await page.evaluate(([share, marking, range]) => hands.mark(share, marking, range), what));
  },
  undo: use('undo'),
  redo: use('redo'),
};

function use(tool: string) {
  return async (hand: UserAtPage) => hand.turn(await hand.page.evaluate((tool) => hands.use(tool), tool));
}
