import { QueryTypes, type Transaction } from 'sequelize';
import { database } from '@/models/database.server';
import { Draft } from '@/models/draft.server';
import { DraftChange } from '@/models/draft-change.server';
import { momentOf } from '@/models/moment.server';
import { assertRoomForText } from '../storage/room-for-text.server';

const MAX_DRAFT_CHANGES = 5_000;
const MAX_DRAFT_BYTES = 32 * 1024 * 1024;

export type DraftOwner = { transcriptionId: number } | { documentId: number };

/** A change with its client-generated id, which makes sending it idempotent. */
export interface NamedChange<Change> {
  id: string;
  change: Change;
}

const keyOf = (owner: DraftOwner) =>
  'documentId' in owner
    ? (['document_id', owner.documentId] as const)
    : (['transcription_id', owner.transcriptionId] as const);

/** Finds or creates the draft of a saved text, and locks it until the transaction ends. @throws DiskFull */
export async function lockDraft(
  owner: DraftOwner,
  version: number,
  transaction: Transaction,
): Promise<Draft> {
  await assertRoomForText();
  const ownedBy = 'documentId' in owner ? 'documentId' : 'transcriptionId';
  await Draft.bulkCreate([{ ...owner, version }], {
    updateOnDuplicate: ['updatedAt'],
    conflictAttributes: [ownedBy],
    transaction,
  });
  return Draft.findOne({ where: { ...owner }, rejectOnEmpty: true, transaction });
}

/** The unsaved changes to a version of a text, oldest first, and the time of the last one. */
export async function readDraftChanges<Change>(
  owner: DraftOwner,
  version: number,
  transaction: Transaction | null = null,
): Promise<{ changes: NamedChange<Change>[]; changedAt: Date | null }> {
  const [column, id] = keyOf(owner);
  const rows = await database().select<ChangeRow>(
    `SELECT c.change_id AS changeId, c.content AS content, CAST(c.created_at AS CHAR(23)) AS createdAt
    FROM drafts d JOIN draft_changes c ON c.draft_id = d.id
    WHERE d.${column} = :id AND d.version = :version ORDER BY c.id`,
    { id, version },
    transaction,
  );
  const changes = rows.map(({ changeId, content }) => ({
    id: changeId,
    change: JSON.parse(content) as Change,
  }));
  const last = rows.at(-1);
  return { changes, changedAt: last ? momentOf(last.createdAt) : null };
}

interface ChangeRow {
  changeId: string;
  content: string;
  createdAt: string;
}

export async function insertDraftChanges(
  draft: Draft,
  changes: readonly NamedChange<unknown>[],
  transaction: Transaction,
): Promise<void> {
  await DraftChange.bulkCreate(
    changes.map(({ id, change }) => ({ draftId: draft.id, changeId: id, content: JSON.stringify(change) })),
    { transaction },
  );
}

/**
 * Whether a draft is to be saved: every request about its text reads all its changes. An hour of typing makes
 * fewer.
 */
export async function isDraftFull(owner: DraftOwner, transaction: Transaction): Promise<boolean> {
  const [column, id] = keyOf(owner);
  const [held] = await database().query<{ count: number; bytes: number | string }>(
    `SELECT COUNT(*) AS count, COALESCE(SUM(OCTET_LENGTH(c.content)), 0) AS bytes
      FROM draft_changes c JOIN drafts d ON d.id = c.draft_id WHERE d.${column} = :id`,
    { type: QueryTypes.SELECT, replacements: { id }, transaction },
  );
  return held!.count >= MAX_DRAFT_CHANGES || Number(held!.bytes) >= MAX_DRAFT_BYTES;
}

/** The sent changes whose id is not stored yet. */
export function newChanges<Change>(
  known: readonly NamedChange<Change>[],
  sent: readonly NamedChange<Change>[],
): NamedChange<Change>[] {
  const ids = new Set(known.map(({ id }) => id));
  return sent.filter(({ id }) => !ids.has(id));
}
