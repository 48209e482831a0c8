/** A change that the server has not confirmed, with the blocks it took away and those it put there. */
export interface Pending<Change, Block> {
  id: string;
  change: Change;
  removed: Block[];
  added: Block[];
}

/** What was written here, and what somebody else wrote in the same place. */
export interface Conflicting<Step, Block> {
  /** What stood there before both. */
  before: Block[];
  mine: Block[];
  theirs: Block[];
  /** The changes that led to mine. */
  steps: Step[];
}

export interface Carried<Step, Block> {
  /** The present text with the changes that fit it. */
  blocks: Block[];
  /** Those that fit, as changes of the present text. */
  fitting: Step[];
  conflicts: Conflicting<Step, Block>[];
}

/** What a kind of text knows of its changes. */
export interface Carrier<Step, Block> {
  /**
   * Carries one change out on a text, as a change of that text.
   * @returns 'there' for one that the text has already, 'conflict' when what it was made to is not there any more
   */
  carry(blocks: readonly Block[], step: Step): { blocks: Block[]; step: Step } | 'there' | 'conflict';
  /** What stands now where a conflict's blocks stood. */
  standingFor(blocks: readonly Block[], conflict: Conflicting<Step, Block>): Block[];
}

/**
 * Carries changes over to a text that somebody else changed meanwhile, or saved, so that its blocks have other
 * ids. What does not fit is put beside what stands there now, and nothing is overwritten.
 */
export function carryOver<Step extends Pending<unknown, Block>, Block extends { id: string }>(
  present: readonly Block[],
  pending: readonly Step[],
  { carry, standingFor }: Carrier<Step, Block>,
): Carried<Step, Block> {
  let blocks = [...present];
  const fitting: Step[] = [];
  const conflicts: Conflicting<Step, Block>[] = [];
  for (const step of pending) {
    const carried = carry(blocks, step);
    if (carried === 'there') continue;
    if (carried === 'conflict') {
      addConflict(conflicts, step);
      continue;
    }
    blocks = carried.blocks;
    fitting.push(carried.step);
  }
  for (const conflict of conflicts) conflict.theirs = standingFor(blocks, conflict);
  return { blocks, fitting, conflicts };
}

/** Changes that build on one another make one conflict. */
function addConflict<Step extends Pending<unknown, Block>, Block extends { id: string }>(
  conflicts: Conflicting<Step, Block>[],
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
