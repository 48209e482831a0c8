import type { Page } from 'playwright-core';
import type { RunningCeleste } from '../support/celeste';
import type { Person } from '../support/person';
import type { Random } from './random';
import type { Turn } from './traces';

/** A person at a page. */
export interface Hand {
  page: Page;
  random: Random;
  /** Puts the cursor behind a word of some block, 0 before all. @returns false when something came in between */
  placeCursor(share: number): Promise<boolean>;
  /** Notes what came and what went in front of the person's eyes. */
  turn(turn: Turn): void;
  /** A number for a new trace. */
  newTrace(): number;
}

/** A kind of text that can be edited at random. */
export interface WrittenText {
  /** The script of what a person does in its page, beside `hands.js`. */
  hands: string;
  /** Stands in its page when that can be edited. */
  ready: string;
  /** Makes one. @returns the path of its page */
  make(celeste: RunningCeleste, owner: Person): Promise<string>;
  /** Kinds of edits that add to the text, and those that take away, as often as they are to happen. */
  grows: string[];
  shrinks: string[];
  /** How each of them is done, but for 'type'. */
  edits: Record<string, (hand: Hand) => Promise<void>>;
  save(hand: Hand): Promise<void>;
  /** Of a block as the server keeps it, and of a change as it is sent. */
  tracesOfBlock(block: unknown): string[];
  tracesOfChange(change: unknown): string[];
  /** What a saved version has to say as the changes before it did. */
  linesOf(blocks: unknown[]): unknown;
}

/** The traces in some letters: words p1, names S1. */
export const wordsIn = (text: string): string[] => text.match(/[pS]\d+/g) ?? [];

/** What the hands of either kind of text can do. */
interface Hands {
  join(): Turn;
  mark(
    share: number,
    marking: string,
    range: { from: number; to: number; overNext: boolean },
  ): Turn | Promise<Turn>;
  use(tool: string): Turn;
}

declare const hands: Hands;

const MARKINGS = ['blue', 'green', 'yellow', 'red', 'gray', 'gray40', 'struck', 'struck', 'none'];

/** The edits that both kinds of text have. */
export const COMMON_EDITS = {
  async split(hand: Hand) {
    if (await hand.placeCursor(hand.random.next())) await hand.page.keyboard.press('Enter');
  },
  async join(hand: Hand) {
    if (await hand.placeCursor(0)) hand.turn(await hand.page.evaluate(() => hands.join()));
  },
  async mark(hand: Hand) {
    const { page, random } = hand;
    const range = { from: random.next(), to: random.next(), overNext: random.below(3) === 0 };
    const what = [random.next(), random.pick(MARKINGS), range] as const;
    hand.turn(await page.evaluate(([share, marking, range]) => hands.mark(share, marking, range), what));
  },
  undo: use('undo'),
  redo: use('redo'),
};

function use(tool: string) {
  return async (hand: Hand) => hand.turn(await hand.page.evaluate((tool) => hands.use(tool), tool));
}
