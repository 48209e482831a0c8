import type { EditableUtterance, TranscriptChange } from '@/app/domain/transcript/transcript-change';
import { editable } from '@/tests/http/transcript/editable';
import { COMMON_EDITS, type EditableText, wordsIn } from './editable-text';
import type { TraceDelta } from './traces';

/** The functions that `hands-transcript.js` adds. */
interface Hands {
  deleteWords(from: number, to: number): TraceDelta;
  rename(share: number, name: string, reach: 'all' | 'single'): TraceDelta;
}

declare const hands: Hands;

const BLOCKS = 24;

/** A transcript of three speakers. Its traces are words, speaker names, and marks on words. */
export const transcript: EditableText = {
  hands: 'hands-transcript.js',
  ready: 'article[data-editing] p[contenteditable]',
  make: async (celeste, owner) => {
    const sentences = Array.from({ length: BLOCKS }, (_, index): [string, string] => [
      'ABC'[index % 3]!,
      `esta é a fala ${index} de uma reunião`,
    ]);
    return `${await editable(celeste, owner, sentences)}?edit=1`;
  },
  grows: ['type', 'type', 'type', 'type', 'type', 'split', 'mark', 'mark', 'rename', 'undo', 'redo'],
  shrinks: ['delete', 'delete', 'join'],
  edits: {
    ...COMMON_EDITS,
    async delete(hand) {
      if (!(await hand.placeCursor(hand.random.next()))) return;
      const range = [hand.random.next(), hand.random.next()] as const;
      hand.turn(await hand.page.evaluate(([from, to]) => hands.deleteWords(from, to), range));
    },
    async rename(hand) {
      const { page, random } = hand;
      const what = [random.next(), `S${hand.newTrace()}`, random.pick(['all', 'single'] as const)] as const;
      hand.turn(await page.evaluate(([share, name, reach]) => hands.rename(share, name, reach), what));
    },
  },
  async save({ page }) {
    const { pathname } = new URL(page.url());
    const saved = page.waitForResponse(
      (response) =>
        response.request().method() === 'POST' &&
        new URL(response.url()).pathname === pathname &&
        response.status() === 204,
    );
    await page.keyboard.press('Control+s');
    await page.locator('dialog[data-part="save"] button:not([data-do])').click();
    await saved;
  },
  tracesOfBlock(block) {
    const { speaker, words } = block as EditableUtterance;
    return words.reduce<string[]>((traces, { text, highlight, struck }) => {
      for (const word of wordsIn(text)) {
        traces.push(word);
        if (highlight) traces.push(`${word}/${highlight}`);
        if (struck) traces.push(`${word}/struck`);
      }
      return traces;
    }, wordsIn(speaker));
  },
  tracesOfChange(sent) {
    const change = sent as TranscriptChange;
    if (change.kind === 'rename') return wordsIn(change.to);
    if (change.kind === 'undo') return [];
    return change.blocks.flatMap(({ speaker, text, marks = [] }) => {
      const words = text.split(' ');
      const marked = marks.flatMap(({ from, count, highlight, struck }) =>
        words
          .slice(from, from + count)
          .flatMap(wordsIn)
          .flatMap((word) => [highlight && `${word}/${highlight}`, struck && `${word}/struck`])
          .filter((trace) => typeof trace === 'string'),
      );
      return [...wordsIn(speaker), ...wordsIn(text), ...marked];
    });
  },
  linesOf: (blocks) => (blocks as EditableUtterance[]).map(({ speaker, words }) => [speaker, ...words]),
};
