import { append } from '../append';
import { renameSpeaker } from './apply-changes';
import { currentUtterances, locate, readingKey } from './locate-utterances';
import type { Conflict, PendingChange } from './merge-transcript-changes';
import { mergeUtterances } from './merge-utterances';
import { rewriteUtterances } from './rewrite-utterances';
import type { EditableUtterance, TranscriptChange, UtteranceInput } from './transcript-change';
import { insertionOf, rewritten, toFreshInput, toUtteranceInput } from './utterance-inputs';

/** Utterances that both sides changed: what they were, and what all my steps made of them. */
interface Region {
  before: EditableUtterance[];
  mine: EditableUtterance[];
  steps: PendingChange[];
}

/**
 * Brings pending changes, one after another, onto a text that was changed meanwhile. A change of utterances that
 * are as they were is applied as it is. All changes of the others are merged with the text at once: their steps
 * one by one would each be placed by times that the step before has estimated.
 */
export class Rebase {
  /** The present text with the changes that fit. */
  blocks: EditableUtterance[];
  /** The changes that led to it, in order. */
  readonly fitting: PendingChange[] = [];
  readonly conflicts: Conflict[] = [];
  #regions: Region[] = [];

  constructor(present: readonly EditableUtterance[]) {
    this.blocks = [...present];
  }

  take(step: PendingChange): void {
    const { change, removed, added, isEach } = step;
    if (change.kind === 'rename') this.#rename(step, change);
    else if (removed.length + added.length === 0) this.#restoreName(step);
    else if (isEach) this.#takeEach(step);
    else this.#takeReplacement(step);
  }

  /** Merges what both sides changed. */
  finish(): void {
    for (const region of this.#regions) this.#merge(region);
    this.#regions = [];
  }

  #rename(step: PendingChange, change: { from: string; to: string }): void {
    this.finish();
    if (this.blocks.some(({ speaker }) => speaker === change.from)) {
      this.blocks = this.blocks.map((block) => renameSpeaker(block, change));
      this.fitting.push(step);
    } else this.conflicts.push({ before: step.removed, mine: step.added, theirs: [], steps: [step] });
  }

  /** By id, as on the server: an utterance rewritten meanwhile has a new id, and its author chose the name. */
  #restoreName(step: PendingChange): void {
    this.finish();
    const { ids = [], speaker = '' } = step.formerName ?? {};
    const restored = new Set(ids);
    this.blocks = this.blocks.map((block) => (restored.has(block.id) ? { ...block, speaker } : block));
    this.fitting.push(step);
  }

  #takeReplacement(step: PendingChange): void {
    if (this.#extendRegion(step) || isAlreadyApplied(this.blocks, step)) return;
    const { id, change, removed, added } = step;
    const old = this.#unchanged(removed);
    if (!old) {
      this.#regions.push({ before: removed, mine: added, steps: [step] });
      return;
    }
    // Unchanged words keep their marks.
    const setsMarks = change.kind !== 'replace' || change.blocks.some(({ marks }) => marks);
    const inputs = added.map((block): UtteranceInput => {
      const { marks, ...input } = toUtteranceInput(block);
      return setsMarks && marks ? { ...input, marks } : input;
    });
    this.#put(id, old, inputs);
  }

  /** Pairs that fit as they are stay one change. */
  #takeEach({ id, removed, added }: PendingChange): void {
    const fits: { old: EditableUtterance; input: UtteranceInput }[] = [];
    removed.forEach((before, index) => {
      const input = toUtteranceInput(added[index]!);
      const change = { kind: 'replace' as const, ids: [before.id], blocks: [input] };
      const pair = { id: crypto.randomUUID(), change, removed: [before], added: [added[index]!] };
      if (this.#extendRegion(pair) || isAlreadyApplied(this.blocks, pair)) return;
      const [old] = this.#unchanged([before]) ?? [];
      if (old) fits.push({ old, input });
      else this.#regions.push({ before: [before], mine: [added[index]!], steps: [pair] });
    });
    if (fits.length === 0) return;
    const step = replaceEachOf(
      id,
      fits.map(({ old }) => old),
      fits.map(({ input }) => input),
    );
    const after = new Map(step.removed.map((old, index) => [old, step.added[index]!]));
    this.blocks = this.blocks.map((block) => after.get(block) ?? block);
    this.fitting.push(step);
  }

  /** The present utterances that are as these were, if they are. */
  #unchanged(removed: readonly EditableUtterance[]): EditableUtterance[] | null {
    const at = locate(this.blocks, removed);
    if (at < 0) return null;
    const old = this.blocks.slice(at, at + removed.length);
    return readingKey(old) === readingKey(removed) ? old : null;
  }

  /** Adds a step to the regions whose utterances it changes; they become one. @returns whether there were any */
  #extendRegion(step: PendingChange): boolean {
    const owners = new Map(
      this.#regions.flatMap((region) => region.mine.map(({ id }) => [id, region] as const)),
    );
    if (!step.removed.some(({ id }) => owners.has(id))) return false;
    const whole: Region = { before: [], mine: [], steps: [] };
    const joined = new Set<Region>();
    for (const block of step.removed) {
      const region = owners.get(block.id) ?? { before: [block], mine: [block], steps: [] };
      if (joined.has(region)) continue;
      joined.add(region);
      append(whole.before, region.before);
      append(whole.mine, region.mine);
      append(whole.steps, region.steps);
    }
    const gone = new Set(step.removed.map(({ id }) => id));
    const at = whole.mine.findIndex(({ id }) => gone.has(id));
    whole.mine = whole.mine.filter(({ id }) => !gone.has(id)).toSpliced(at, 0, ...step.added);
    whole.steps.push(step);
    this.#regions = [...this.#regions.filter((region) => !joined.has(region)), whole];
    return true;
  }

  #merge({ before, mine, steps }: Region): void {
    const [first, ...others] = steps;
    const ownId = others.length === 0 ? first!.id : crypto.randomUUID();
    if (before.length === 0) {
      const put = insertionOf(this.blocks, mine);
      if (put) this.#put(ownId, put.removed, put.added);
      return;
    }
    const at = locate(this.blocks, before);
    const old = at < 0 ? currentUtterances(this.blocks, before) : this.blocks.slice(at, at + before.length);
    const merged = mergeUtterances(before, mine, old);
    const inputs = merged.theirs.map(toFreshInput);
    const isFitting = old.length > 0 && readingKey(rewriteUtterances(old, inputs)) !== readingKey(old);
    // The steps of a conflict stay in the queue until it is decided.
    const theirs = isFitting ? this.#put(merged.hasConflict ? crypto.randomUUID() : ownId, old, inputs) : old;
    if (!merged.hasConflict) return;
    this.conflicts.push({ before, mine: rewritten(merged.mine, theirs, before), theirs, steps });
  }

  /** Replaces present utterances. @returns the new ones */
  #put(id: string, removed: EditableUtterance[], inputs: UtteranceInput[]): EditableUtterance[] {
    const added = rewriteUtterances(removed, inputs);
    const ids = removed.map((block) => block.id);
    this.blocks = this.blocks.toSpliced(this.blocks.indexOf(removed[0]!), removed.length, ...added);
    this.fitting.push({ id, change: { kind: 'replace', ids, blocks: inputs }, removed, added });
    return added;
  }
}

/** A change of single utterances, wherever they are. @param blocks one for each of `removed` */
export function replaceEachOf(
  id: string,
  removed: readonly EditableUtterance[],
  blocks: readonly UtteranceInput[],
): PendingChange {
  const change: TranscriptChange = {
    kind: 'replace-each',
    blocks: blocks.map((block, index) => ({ ...block, of: removed[index]!.id })),
  };
  const added = blocks.flatMap((block, index) => rewriteUtterances([removed[index]!], [block]));
  return { id, change, removed: [...removed], added, isEach: true };
}

/** Already applied: the server saved the change but its response was lost. */
function isAlreadyApplied(blocks: readonly EditableUtterance[], { removed, added }: PendingChange): boolean {
  const ids = new Set(blocks.map(({ id }) => id));
  if (added.length > 0) return added.every(({ id }) => ids.has(id));
  return locate(blocks, removed) < 0 && currentUtterances(blocks, removed).length === 0;
}
