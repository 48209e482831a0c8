import { type ModelStatic, Op, type Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { MAX_NAMED_VERSIONS, MAX_UNNAMED_VERSIONS } from '@/app/domain/transcript/version-forms';
import { DocumentVersion } from '@/models/document-version.server';
import { TranscriptVersion } from '@/models/transcript-version.server';
import type { DraftOwner } from '../drafts/draft-changes.server';

const versionsOf = (owner: DraftOwner): ModelStatic<TranscriptVersion | DocumentVersion> =>
  'documentId' in owner ? DocumentVersion : TranscriptVersion;

/** Deletes the oldest versions without a name, beyond MAX_UNNAMED_VERSIONS. */
export async function dropOldVersions(owner: DraftOwner, transaction: Transaction): Promise<void> {
  const unnamed = { ...owner, name: null };
  const dropped = await versionsOf(owner).findOne({
    where: unnamed,
    attributes: ['number'],
    order: [['number', 'DESC']],
    offset: MAX_UNNAMED_VERSIONS,
    transaction,
  });
  if (!dropped) return;
  const where = { ...unnamed, number: { [Op.lte]: dropped.number } };
  await versionsOf(owner).destroy({ where, transaction });
}

/** An empty name removes the one it has. @throws AppError 'version.too-many-named' */
export async function renameVersion(
  version: TranscriptVersion | DocumentVersion,
  { owner, name }: { owner: DraftOwner; name: string },
  transaction: Transaction,
): Promise<void> {
  if (name && version.name === null) {
    const where = { ...owner, name: { [Op.ne]: null } };
    const count = await versionsOf(owner).count({ where, transaction });
    if (count >= MAX_NAMED_VERSIONS) throw new AppError('version.too-many-named');
  }
  version.name = name || null;
  await version.save({ transaction, silent: true });
}
