import { type DocumentBlock, type DocumentChange, textOfBlocks } from '@/app/domain/document/document-change';
import { editableDocument } from '../routes/editable';
import type { Turn } from './traces';
import { type Hand, type WrittenText, wordsIn } from './written-text';

/** What `hands-document.js` adds to the hands. */
interface Hands {
  deleteWords(from: number, to: number, overNext: boolean): Turn;
  join(): Turn;
  mark(share: number, marking: string, range: { from: number; to: number; overNext: boolean }): Promise<Turn>;
  shape(choice: string, value: string): Turn;
  title(text: string): void;
  use(tool: string): Turn;
}

declare const hands: Hands;

const PARAGRAPHS = 24;
const MARKINGS = ['blue', 'green', 'yellow', 'red', 'gray', 'gray40', 'struck', 'struck', 'none'];
const SHAPES = [
  ['kind', 'h1'],
  ['kind', 'quote'],
  ['kind', ''],
  ['align', 'center'],
  ['align', ''],
  ['toggle', 'bullet'],
  ['toggle', 'ordered'],
] as const;

/** A document, some of whose lines say the same. Its traces are words, and marks on words. */
export const document: WrittenText = {
  hands: 'hands-document.js',
  ready: '.ql-editor > *',
  async make(_celeste, owner) {
    const path = await editableDocument(owner, { title: 'Relatório' });
    const content = Array.from({ length: PARAGRAPHS }, (_, index) =>
      index % 5 === 4 ? '' : `este é o parágrafo ${index % 7} de um relatório`,
    ).join('\n');
    await owner.post(path, { intent: 'save', version: '1', changes: '0', title: 'Relatório', content });
    return path;
  },
  grows: [
    ...['type', 'type', 'type', 'type', 'type', 'type', 'split', 'mark', 'mark', 'shape', 'title'],
    ...['undo', 'redo'],
  ],
  shrinks: ['delete', 'delete', 'join'],
  edits: {
    async split(hand) {
      if (await hand.placeCursor(hand.random.next())) await hand.page.keyboard.press('Enter');
    },
    async join(hand) {
      if (await hand.placeCursor(0)) hand.turn(await hand.page.evaluate(() => hands.join()));
    },
    async delete(hand) {
      const { random } = hand;
      if (!(await hand.placeCursor(random.next()))) return;
      const range = [random.next(), random.next(), random.below(3) === 0] as const;
      const remove = ([from, to, overNext]: typeof range) => hands.deleteWords(from, to, overNext);
      hand.turn(await hand.page.evaluate(remove, range));
    },
    async mark(hand) {
      const { page, random } = hand;
      const range = { from: random.next(), to: random.next(), overNext: random.below(3) === 0 };
      const what = [random.next(), random.pick(MARKINGS), range] as const;
      hand.turn(await page.evaluate(([share, marking, range]) => hands.mark(share, marking, range), what));
    },
    async shape(hand) {
      if (!(await hand.placeCursor(hand.random.next()))) return;
      const shape = hand.random.pick(SHAPES);
      hand.turn(await hand.page.evaluate(([choice, value]) => hands.shape(choice, value), shape));
    },
    async title({ page, random }) {
      await page.evaluate((text) => hands.title(text), `Relatório ${random.below(1_000)}`);
    },
    undo: use('undo'),
    redo: use('redo'),
  },
  async save({ page }) {
    const { pathname } = new URL(page.url());
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith(pathname),
    );
    await page.locator('[data-deed="save"]').click();
    await saved;
  },
  tracesOfBlock: (block) => tracesOfRuns(block as DocumentBlock),
  tracesOfChange(sent) {
    const change = sent as DocumentChange;
    return change.kind === 'title' ? [] : change.blocks.flatMap(tracesOfRuns);
  },
  linesOf: (blocks) => textOfBlocks(blocks as DocumentBlock[]),
};

const tracesOfRuns = ({ runs }: DocumentBlock): string[] =>
  runs.flatMap(({ text, marker, strike }) =>
    wordsIn(text).flatMap((word) => [
      ...[word],
      ...(marker ? [`${word}/${marker}`] : []),
      ...(strike ? [`${word}/struck`] : []),
    ]),
  );

function use(tool: string) {
  return async (hand: Hand) => hand.turn(await hand.page.evaluate((tool) => hands.use(tool), tool));
}
