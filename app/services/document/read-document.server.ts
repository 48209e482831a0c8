import type { Transaction } from 'sequelize';
import {
  applyDocumentChanges,
  type DocumentChange,
  type DocumentText,
  type EditableParagraph,
  toEditableParagraphs,
} from '@/app/domain/document/document-change';
import type { Document } from '@/models/document.server';
import { type NamedChange, readDraftChanges } from '../platform/drafts/draft-changes.server';
import { findOwnDocument } from './find-own-document.server';
import { readSavedDocument } from './saved-document.server';

export interface DraftDocument extends DocumentText {
  document: Document;
  saved: DocumentText;
  /** Unsaved changes, oldest first. */
  changes: NamedChange<DocumentChange>[];
}

export interface DocumentView extends DocumentText {
  publicId: string;
  version: number;
  /** Ids of the unsaved changes, oldest first. */
  changeIds: string[];
  savedAt: Date;
  blocks: EditableParagraph[];
  /** Source or linked transcription; null without one, and after its deletion. */
  transcription: { publicId: string; title: string } | null;
  /** It has an original, and the owner has not yet confirmed that edits never change that. */
  needsWarning: boolean;
}

export async function readDraftDocument(
  document: Document,
  transaction: Transaction | null = null,
): Promise<DraftDocument> {
  const { id: documentId, version, title } = document;
  const blocks = toEditableParagraphs(version, await readSavedDocument(document, { transaction }));
  const { changes } = await readDraftChanges<DocumentChange>({ documentId }, version, transaction);
  const saved = { title, blocks };
  return { document, saved, changes, ...applyDocumentChanges(saved, changes) };
}

/** @throws AppError 'document.not-found' */
export async function readDocument(userId: number, publicId: string): Promise<DocumentView> {
  const { document, title, blocks, changes } = await readDraftDocument(
    await findOwnDocument(userId, publicId),
  );
  const { version, savedAt, transcription, isSummary, warnedAt } = document;
  return {
    publicId,
    title,
    version,
    savedAt,
    blocks,
    changeIds: changes.map(({ id }) => id),
    transcription: transcription ? { publicId: transcription.publicId, title: transcription.title } : null,
    needsWarning: warnedAt === null && (transcription != null || isSummary),
  };
}
