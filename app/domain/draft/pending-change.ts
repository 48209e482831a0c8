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
