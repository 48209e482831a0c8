import type { Transaction } from 'sequelize';
import {
  type DocumentBlock,
  type DocumentChange,
  type DocumentText,
  replayDocument,
  toDocumentBlocks,
} from '@/app/domain/document/document-change';
import type { Document } from '@/models/document.server';
import { type NamedChange, readChanges } from '../draft/draft-changes.server';
import { findOwnDocument } from './find-own-document.server';
import { readSavedDocument } from './saved-document.server';

/** A document as it is being worked on. */
export interface WorkingDocument extends DocumentText {
  document: Document;
  /** As it was saved. */
  saved: DocumentText;
  /** In their order; none when everything is saved. */
  changes: NamedChange<DocumentChange>[];
}

/** What a page tells of a document. */
export interface DocumentView extends DocumentText {
  publicId: string;
  /** Of the saved text. */
  version: number;
  /** Names of the changes that wait to be saved, in their order. */
  changeIds: string[];
  savedAt: Date;
  blocks: DocumentBlock[];
  /** What it came from, or was linked to; null without one, and after it was deleted. */
  transcription: { publicId: string; title: string } | null;
  /** Its owner has not yet confirmed to know that no edit of it changes a transcription. */
  needsWarning: boolean;
}

/** The saved text with the changes that are not saved yet. */
export async function readWorkingDocument(
  document: Document,
  transaction?: Transaction,
): Promise<WorkingDocument> {
  const { id: documentId, version, title } = document;
  const blocks = toDocumentBlocks(version, await readSavedDocument(document, { transaction }));
  const { changes } = await readChanges<DocumentChange>({ documentId }, version, transaction);
  const saved = { title, blocks };
  return { document, saved, changes, ...replayDocument(saved, changes) };
}

/** @throws AppError 'document.not-found' */
export async function readDocument(userId: number, publicId: string): Promise<DocumentView> {
  const { document, title, blocks, changes } = await readWorkingDocument(
    await findOwnDocument(userId, publicId),
  );
  const { version, savedAt, transcription, warnedAt } = document;
  return {
    ...{ publicId, title, version, savedAt, blocks },
    changeIds: changes.map(({ id }) => id),
    transcription: transcription ? { publicId: transcription.publicId, title: transcription.title } : null,
    needsWarning: warnedAt === null,
  };
}
