import {
  type DocumentChange,
  type EditableParagraph,
  toRichText,
} from '@/app/domain/document/document-change';
import { editableDocument } from '@/tests/http/transcript/editable';
import { COMMON_EDITS, type EditableText, wordsIn } from './editable-text';
import type { TraceDelta } from './traces';

/** The functions that `hands-document.js` adds. */
interface Hands {
  deleteWords(from: number, to: number, overNext: boolean): TraceDelta;
  shape(choice: string, value: string): TraceDelta;
  title(text: string): void;
}

declare const hands: Hands;

const PARAGRAPHS = 24;
const SHAPES = [
  ['kind', 'h1'],
  ['kind', 'quote'],
  ['kind', ''],
  ['align', 'center'],
  ['align', ''],
  ['toggle', 'bullet'],
  ['toggle', 'ordered'],
] as const;

/** A document with some identical lines. Its traces are words, and marks on words. */
export const document: EditableText = {
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
    ...COMMON_EDITS,
    async delete(hand) {
      const { random } = hand;
      if (!(await hand.placeCursor(random.next()))) return;
      const range = [random.next(), random.next(), random.below(3) === 0] as const;
      const remove = ([from, to, overNext]: typeof range) => hands.deleteWords(from, to, overNext);
      hand.turn(await hand.page.evaluate(remove, range));
    },
    async shape(hand) {
      if (!(await hand.placeCursor(hand.random.next()))) return;
      const shape = hand.random.pick(SHAPES);
      hand.turn(await hand.page.evaluate(([choice, value]) => hands.shape(choice, value), shape));
    },
    async title({ page, random }) {
      await page.evaluate((text) => hands.title(text), `Relatório ${random.below(1_000)}`);
    },
  },
  async save({ page }) {
    const { pathname } = new URL(page.url());
    const saved = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith(pathname),
    );
    await page.locator('[data-action="save"]').click();
    await saved;
  },
  tracesOfBlock: (block) => tracesOfRuns(block as EditableParagraph),
  tracesOfChange(sent) {
    const change = sent as DocumentChange;
    return change.kind === 'title' ? [] : change.blocks.flatMap(tracesOfRuns);
  },
  linesOf: (blocks) => toRichText(blocks as EditableParagraph[]),
};

const tracesOfRuns = ({ runs }: EditableParagraph): string[] =>
  runs.flatMap(({ text, marker, strike }) =>
    wordsIn(text).flatMap((word) => [
      ...[word],
      ...(marker ? [`${word}/${marker}`] : []),
      ...(strike ? [`${word}/struck`] : []),
    ]),
  );
