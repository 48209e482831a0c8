import assert from 'node:assert/strict';
import fc from 'fast-check';
import { applyChanges } from '@/app/domain/transcript/apply-changes';
import {
  mergeTranscriptChanges,
  type PendingChange,
  refreshConflict,
  resolveWithMine,
} from '@/app/domain/transcript/merge-transcript-changes';
import { replaceEachOf } from '@/app/domain/transcript/rebase-changes';
import { encodeMarks, rewriteUtterances } from '@/app/domain/transcript/rewrite-utterances';
import type {
  EditableUtterance,
  TranscriptChangeEntry,
  UtteranceInput,
} from '@/app/domain/transcript/transcript-change';
import { toUtteranceInput } from '@/app/domain/transcript/utterance-inputs';
import { utterancesOf } from '@/tests/unit/transcript/utterances';

/** Words that occur once, so that each can be followed. */
const START = utterancesOf('a1 a2 a3 a4', 'b1 b2 b3', 'c1 c2 c3 c4 c5', 'd1 d2', 'e1 e2 e3');

const EDITS = [
  'insert',
  'insert',
  'insert',
  'correct',
  'delete',
  'split',
  'join',
  'mark',
  'each',
  'drop',
] as const;

interface Action {
  editor: number;
  edit: (typeof EDITS)[number] | 'sync';
  at: number;
  word: number;
  isMine: boolean;
}

/** What three editors do, in any order. */
export const editorActions = fc.array(
  fc.record({
    editor: fc.nat(2),
    edit: fc.constantFrom(...EDITS, 'sync' as const, 'sync' as const),
    at: fc.nat(9),
    word: fc.nat(9),
    isMine: fc.boolean(),
  }),
  { minLength: 1, maxLength: 60 },
);

const wordsOf = (text: readonly EditableUtterance[]) =>
  text.flatMap(({ words }) => words.map(({ text }) => text));

/** Three editors of one text, each with a text of its own until it is merged. */
class EditingRoom {
  readonly editors = Array.from({ length: 3 }, () => ({ text: START, pending: [] as PendingChange[] }));
  readonly changes: TranscriptChangeEntry[] = [];
  readonly typed = new Set(wordsOf(START));
  /** Words that an editor took away, or that a conflict showed. */
  readonly excused = new Set<string>();
  #count = 0;

  get text(): EditableUtterance[] {
    return applyChanges(START, this.changes);
  }

  act({ editor, edit, at, word, isMine }: Action): void {
    if (edit === 'sync') this.#sync(editor, isMine);
    else this.#edit(editor, edit, at, word);
  }

  settle(): void {
    for (const index of [0, 1, 2, 0, 1, 2]) this.#sync(index, true);
  }

  #word(): string {
    this.#count += 1;
    const word = `t${this.#count}`;
    this.typed.add(word);
    return word;
  }

  #edit(index: number, edit: Exclude<Action['edit'], 'sync'>, at: number, place: number): void {
    const { text } = this.editors[index]!;
    const block = text[at % Math.max(1, text.length)];
    if (!block) return;
    const words = block.words.map((each) => each.text);
    const spot = place % words.length;
    const next = text[text.indexOf(block) + 1];
    const write = (texts: string[][], removed = [block]) =>
      this.#commit(
        index,
        removed,
        texts.map((each) => this.#input(block.speaker, each.join(' '))),
      );
    if (edit === 'insert') write([words.toSpliced(place % (words.length + 1), 0, this.#word())]);
    if (edit === 'correct') write([words.with(spot, this.#word())]);
    if (edit === 'delete' && words.length > 1) write([words.toSpliced(spot, 1)]);
    if (edit === 'split' && spot > 0) write([words.slice(0, spot), words.slice(spot)]);
    if (edit === 'join' && next) write([[...words, ...next.words.map((each) => each.text)]], [block, next]);
    if (edit === 'drop') write([]);
    if (edit === 'mark') {
      const marks = encodeMarks(
        block.words.map((each, i) => (i === spot ? { ...each, highlight: 'red' } : each)),
      );
      this.#commit(index, [block], [{ ...toUtteranceInput(block), id: this.#id(), marks }]);
    }
    if (edit === 'each') {
      const chosen = text.filter((_, i) => i % 2 === at % 2);
      const inputs = chosen.map((each) => this.#input(each.speaker, `${each.text} ${this.#word()}`));
      if (chosen.length > 0) this.#take(index, replaceEachOf(this.#id(), chosen, inputs));
    }
  }

  #id(): string {
    this.#count += 1;
    return `n${this.#count}`;
  }

  #input = (speaker: string, text: string): UtteranceInput => ({ id: this.#id(), speaker, text });

  #commit(index: number, removed: EditableUtterance[], blocks: UtteranceInput[]): void {
    const ids = removed.map(({ id }) => id);
    const added = rewriteUtterances(removed, blocks);
    this.#take(index, { id: this.#id(), change: { kind: 'replace', ids, blocks }, removed, added });
  }

  #take(index: number, step: PendingChange): void {
    const editor = this.editors[index]!;
    const left = new Set(wordsOf(step.added));
    for (const word of wordsOf(step.removed)) if (!left.has(word)) this.excused.add(word);
    editor.text = applyChanges(editor.text, [step]);
    editor.pending.push(step);
  }

  /** Rebases what an editor has onto the common text, answers the questions, and sends it. */
  #sync(index: number, isMine: boolean): void {
    const editor = this.editors[index]!;
    const { blocks, fitting, conflicts } = mergeTranscriptChanges(this.text, editor.pending);
    this.changes.push(...fitting);
    const [stored, shown] = [this.text, blocks].map((all) => all.map(({ text }) => text));
    assert.deepEqual(stored, shown, 'the server has another text than the editor');
    editor.pending = [];
    for (const asked of conflicts) {
      const conflict = refreshConflict(this.text, asked);
      if (!conflict) continue;
      for (const word of [...wordsOf(conflict.mine), ...wordsOf(conflict.theirs)]) this.excused.add(word);
      const resolved = isMine ? resolveWithMine(this.text, conflict) : null;
      if (!resolved) continue;
      const inputs = resolved.added.map((each) => ({ ...each, id: this.#id() }));
      const ids = resolved.removed.map(({ id }) => id);
      this.changes.push({ id: this.#id(), change: { kind: 'replace', ids, blocks: inputs } });
    }
    editor.text = this.text;
  }

  /** @throws AssertionError when a word is missing that nobody took away and no conflict showed, or stands twice */
  prove(): void {
    const words = wordsOf(this.text);
    assert.equal(new Set(words).size, words.length, `a word stands twice: ${words.join(' ')}`);
    const missing = [...this.typed].filter((word) => !this.excused.has(word) && !words.includes(word));
    assert.deepEqual(missing, [], 'words are missing');
    for (const { text } of this.editors) assert.deepEqual(wordsOf(text), words);
  }
}

/** Plays what editors do, and proves that nothing is lost. */
export function playEditors(actions: readonly Action[]): void {
  const room = new EditingRoom();
  for (const action of actions) room.act(action);
  room.settle();
  room.prove();
}
