/** A change that the server has not confirmed, with the items it removed and those it inserted. */
export interface BasePendingChange<Change, Block> {
  id: string;
  change: Change;
  removed: Block[];
  added: Block[];
}

export interface MergeConflict<Step, Block> {
  /** The common base of both. */
  before: Block[];
  mine: Block[];
  theirs: Block[];
  /** The changes that produced `mine`. */
  steps: Step[];
}

export interface MergeResult<Step, Block> {
  /** The present text with the non-conflicting changes applied. */
  blocks: Block[];
  /** The non-conflicting changes, rebased onto the present text. */
  fitting: Step[];
  conflicts: MergeConflict<Step, Block>[];
}

export interface MergeStrategy<Step, Block> {
  /** 'there' when the text already has the change, 'conflict' when its items are not there any more. */
  applyChange(blocks: readonly Block[], step: Step): { blocks: Block[]; step: Step } | 'there' | 'conflict';
  /** The present items in the place of a conflict's former ones. */
  findCurrent(blocks: readonly Block[], conflict: MergeConflict<Step, Block>): Block[];
}

/**
 * Rebases pending changes onto a text that was changed or saved meanwhile, so that its items have other ids.
 * Changes that do not apply become conflicts with the present items; nothing is overwritten.
 */
export function mergeThreeWay<Step extends BasePendingChange<unknown, Block>, Block extends { id: string }>(
  present: readonly Block[],
  pending: readonly Step[],
  { applyChange, findCurrent }: MergeStrategy<Step, Block>,
): MergeResult<Step, Block> {
  let blocks = [...present];
  const fitting: Step[] = [];
  const conflicts: MergeConflict<Step, Block>[] = [];
  for (const step of pending) {
    const carried = applyChange(blocks, step);
    if (carried === 'there') continue;
    if (carried === 'conflict') {
      addConflict(conflicts, step);
      continue;
    }
    blocks = carried.blocks;
    fitting.push(carried.step);
  }
  for (const conflict of conflicts) conflict.theirs = findCurrent(blocks, conflict);
  return { blocks, fitting, conflicts };
}

/** Changes that build on one another are collected in one conflict. */
function addConflict<Step extends BasePendingChange<unknown, Block>, Block extends { id: string }>(
  conflicts: MergeConflict<Step, Block>[],
  step: Step,
): void {
  const { removed, added } = step;
  const gone = new Set(removed.map(({ id }) => id));
  const known = conflicts.find(({ mine }) => mine.some(({ id }) => gone.has(id)));
  if (!known) {
    conflicts.push({ before: removed, mine: added, theirs: [], steps: [step] });
    return;
  }
  const knownIds = new Set(known.mine.map(({ id }) => id));
  const at = known.mine.findIndex(({ id }) => gone.has(id));
  const rest = known.mine.filter(({ id }) => !gone.has(id));
  known.before = [...known.before, ...removed.filter(({ id }) => !knownIds.has(id))];
  known.mine = [...rest.slice(0, at), ...added, ...rest.slice(at)];
  known.steps.push(step);
}
