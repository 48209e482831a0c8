import type { RichText } from '@/app/domain/document/rich-text';
import { AppError } from '@/app/domain/errors';
import { DocumentVersion } from '@/models/document-version.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { renameVersion } from '../platform/versions/limit-versions.server';
import type { RestoreRequest } from '../transcript/versions.server';
import { appendToDocumentDraftIn } from './append-to-document-draft.server';
import { findOwnDocument } from './find-own-document.server';
import { saveVersion, saveVersionOfDraft } from './save-version.server';
import { readSavedDocument } from './saved-document.server';

/** The saved texts of a document, newest first. @throws AppError 'document.not-found' */
export async function listDocumentVersions(userId: number, publicId: string) {
  const { id } = await findOwnDocument(userId, publicId);
  const saved = await DocumentVersion.findAll({
    where: { documentId: id },
    attributes: ['number', 'name', 'createdAt'],
    order: [['number', 'DESC']],
  });
  return saved.map(({ number, name, createdAt }) => ({ version: number, name, savedAt: createdAt }));
}

/** One saved text. @throws AppError 'document.not-found', for an unknown version too */
export async function readDocumentVersion(
  userId: number,
  publicId: string,
  version: number,
): Promise<RichText> {
  return readSavedDocument(await findOwnDocument(userId, publicId), { version });
}

/**
 * As a new version; the title stays. Unsaved changes become one before it, when asked.
 * @throws AppError 'document.not-found', for an unknown version too; 'version.unsaved'
 */
export function restoreDocumentVersion(
  userId: number,
  publicId: string,
  { version, unsaved, submissionId }: RestoreRequest,
): Promise<number> {
  return withIdempotencyKey(`restore-document:${userId}`, submissionId, async (transaction) => {
    const newest = await findOwnDocument(userId, publicId, { transaction });
    // Before the changes are saved, which drops the oldest version beyond the limit.
    const text = await readSavedDocument(newest, { version, transaction });
    const unchanged = { version: newest.version, changes: [] };
    const working = await appendToDocumentDraftIn(userId, publicId, unchanged, transaction);
    const count = working.changes.length;
    if (count > 0 && unsaved !== 'save') throw new AppError('version.unsaved', { count });
    await saveVersionOfDraft(working, transaction);
    return saveVersion(working.document, { title: working.title, text }, transaction);
  });
}

/**
 * An empty name removes the one it has.
 * @throws AppError 'document.not-found', for an unknown version too; 'version.too-many-named'
 */
export function nameDocumentVersion(
  userId: number,
  publicId: string,
  { version, name, submissionId }: { version: number; name: string; submissionId: string },
): Promise<number> {
  return withIdempotencyKey(`name-document-version:${userId}`, submissionId, async (transaction) => {
    const lock = transaction.LOCK.UPDATE;
    const { id: documentId } = await findOwnDocument(userId, publicId, { lock, transaction });
    const where = { documentId, number: version };
    const found = await DocumentVersion.findOne({ where, attributes: ['id', 'name'], transaction });
    if (!found) throw new AppError('document.not-found');
    await renameVersion(found, { owner: { documentId }, name }, transaction);
    return version;
  });
}
