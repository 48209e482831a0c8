import type { Transaction } from 'sequelize';
import { Draft } from '@/models/draft.server';
import { DraftChange } from '@/models/draft-change.server';

/** What a draft is of. */
export type DraftOwner = { transcriptionId: number } | { documentId: number };

/** A change, by the name that the browser gave it. */
export interface NamedChange<Change> {
  id: string;
  change: Change;
}

/**
 * The draft of a saved text, made when there is none; others who change it wait until the transaction ends.
 * @param version of that text
 */
export async function lockDraft(
  owner: DraftOwner,
  version: number,
  transaction: Transaction,
): Promise<Draft> {
  const ownedBy = 'documentId' in owner ? 'documentId' : 'transcriptionId';
  await Draft.bulkCreate([{ ...owner, version }], {
    updateOnDuplicate: ['updatedAt'],
    conflictAttributes: [ownedBy],
    transaction,
  });
  return Draft.findOne({ where: { ...owner }, rejectOnEmpty: true, transaction });
}

/** The changes to a saved text that are not saved yet, in their order, and when the last one was made. */
export async function readChanges<Change>(
  owner: DraftOwner,
  version: number,
  transaction?: Transaction,
): Promise<{ changes: NamedChange<Change>[]; changedAt: Date | null }> {
  const draft = await Draft.findOne({
    where: { ...owner, version },
    include: { model: DraftChange, as: 'changes' },
    order: [[{ model: DraftChange, as: 'changes' }, 'id', 'ASC']],
    transaction,
  });
  const rows = draft?.changes ?? [];
  const changes = rows.map(({ changeId, content }) => ({
    id: changeId,
    change: JSON.parse(content) as Change,
  }));
  return { changes, changedAt: rows.at(-1)?.createdAt ?? null };
}

/** Keeps changes behind those that are there. */
export async function addChanges(
  draft: Draft,
  changes: readonly NamedChange<unknown>[],
  transaction: Transaction,
): Promise<void> {
  await DraftChange.bulkCreate(
    changes.map(({ id, change }) => ({ draftId: draft.id, changeId: id, content: JSON.stringify(change) })),
    { transaction },
  );
}

/** Those that are not there yet; who sends one again is known by its name. */
export function freshChanges<Change>(
  known: readonly NamedChange<Change>[],
  sent: readonly NamedChange<Change>[],
): NamedChange<Change>[] {
  const ids = new Set(known.map(({ id }) => id));
  return sent.filter(({ id }) => !ids.has(id));
}
