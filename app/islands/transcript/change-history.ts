import { readingKey } from '@/app/domain/transcript/locate-utterances';
import { type PendingChange, rebaseChange } from '@/app/domain/transcript/merge-transcript-changes';
import type { EditableUtterance } from '@/app/domain/transcript/transcript-change';
import { toUtteranceInput } from '@/app/domain/transcript/utterance-inputs';
import { adjacentSection, type TranscriptText } from './text';

/** A change that this tab made; one that undid another names it. */
export interface MadeChange extends PendingChange {
  undid?: MadeChange;
}

/** Changes of this tab that can be undone and redone, also after others have changed the text. */
export class ChangeHistory {
  readonly #text: TranscriptText;
  readonly #isUnsaved: (id: string) => boolean;
  /** Each entry holds changes that are undone together, oldest first. */
  #done: MadeChange[][] = [];
  #undone: MadeChange[][] = [];
  #group: MadeChange[] | null = null;
  #joinsNext = false;

  /** @param isUnsaved whether a change is in no saved version, so that the server can leave it out */
  constructor(text: TranscriptText, isUnsaved: (id: string) => boolean) {
    this.#text = text;
    this.#isUnsaved = isUnsaved;
  }

  add(change: MadeChange): void {
    const last = this.#done.at(-1);
    const entry = this.#group ?? (this.#joinsNext && last ? last : []);
    entry.push(change);
    if (entry !== last) this.#done.push(entry);
    this.#joinsNext = false;
    this.#undone = [];
  }

  /** Makes changes that are undone together. */
  together(make: () => void): void {
    const outer = this.#group;
    this.#group ??= [];
    make();
    this.#group = outer;
  }

  /** The next change is undone together with the last one. */
  joinNext(): void {
    this.#joinsNext = this.#done.length > 0;
  }

  /**
   * Undoes the last entry, or redoes the one undone last.
   * @param apply called for each change that does it, in order
   * @returns `isWhole` unless others have changed the same words since, which stay
   */
  turn(direction: 'undo' | 'redo', apply: (change: MadeChange) => void): { isWhole: boolean } {
    const [from, to] = direction === 'undo' ? [this.#done, this.#undone] : [this.#undone, this.#done];
    this.#joinsNext = false;
    const made: MadeChange[] = [];
    let isWhole = true;
    for (const change of (from.pop() ?? []).toReversed()) {
      const inverse = this.#inverseOf(change);
      isWhole &&= inverse.isWhole;
      made.push(...inverse.changes);
      inverse.changes.forEach(apply);
    }
    if (made.length > 0) to.push(made);
    return { isWhole };
  }

  #inverseOf(change: MadeChange): { changes: MadeChange[]; isWhole: boolean } {
    const { undid, removed, added } = change;
    const id = crypto.randomUUID();
    if (undid && this.#isThere(undid, 'removed')) return { changes: [{ ...undid, id }], isWhole: true };
    if (change.change.kind !== 'undo' && this.#isUnsaved(change.id) && this.#isThere(change, 'added')) {
      const undo = { kind: 'undo' as const, changeId: change.id };
      const inverse = { ...change, id, change: undo, removed: added, added: removed, undid: change };
      return { changes: [inverse], isWhole: true };
    }
    const { fitting, isWhole } = rebaseChange(this.#text.utterances, rewriteOf(change, id));
    return { changes: fitting, isWhole };
  }

  /** Whether what a change removed, or added, is in the text as it was. */
  #isThere(change: MadeChange, side: 'removed' | 'added'): boolean {
    const blocks = change[side];
    if (change.change.kind === 'rename' && side === 'removed') {
      const { from } = change.change;
      return blocks.every(({ id }) => this.#utteranceOf(id)?.speaker === from);
    }
    const isSame = (block: EditableUtterance) => {
      const now = this.#utteranceOf(block.id);
      return now !== undefined && readingKey([now]) === readingKey([block]);
    };
    if (!blocks.every(isSame)) return false;
    return isEach(change) || this.#isConsecutive(blocks);
  }

  #isConsecutive(blocks: readonly EditableUtterance[]): boolean {
    let last: HTMLElement | undefined;
    for (const { id } of blocks) {
      const section = this.#text.sectionOf(id);
      if (!section || (last && adjacentSection(last, 1) !== section)) return false;
      last = section;
    }
    return true;
  }

  #utteranceOf(id: string): EditableUtterance | undefined {
    const section = this.#text.sectionOf(id);
    return section && this.#text.utteranceOf(section);
  }
}

/** Whether each utterance stayed one, as it does under another speaker's name. */
const isEach = ({ isEach: each, change, undid }: MadeChange): boolean =>
  each === true || (change.kind === 'undo' ? undid?.change.kind : change.kind) === 'rename';

/** The inverse of a change as a change of its own, for a text that others have changed since. */
function rewriteOf(change: MadeChange, id: string): PendingChange {
  const { removed, added } = change;
  const each = isEach(change);
  return {
    id,
    change: { kind: 'replace', ids: added.map((block) => block.id), blocks: removed.map(toUtteranceInput) },
    removed: added,
    // A name that was given everywhere left the ids as they were.
    added: each ? removed.map((block) => ({ ...block, id: crypto.randomUUID() })) : removed,
    ...(each && { isEach: true }),
  };
}
