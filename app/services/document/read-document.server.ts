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
  /** How many changes wait to be saved. */
  changeCount: number;
  savedAt: Date;
  blocks: DocumentBlock[];
  /** What it came from, or was linked to; null without one, and after it was deleted. */
  transcription: { publicId: string; title: string } | null;
  /** Its owner has not yet confirmed that the transcription stays as it is. */
  needsWarning: boolean;
}

/** The saved text with the changes that are not saved yet. */
export async function readWorkingDocument(
  document: Document,
  transaction?: Transaction,
): Promise<WorkingDocument> {
  const { id: documentId, version, title } = document;
  const blocks = toDocumentBlocks(version, await readSavedDocument(document, transaction));
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
    changeCount: changes.length,
    transcription: transcription ? { publicId: transcription.publicId, title: transcription.title } : null,
    needsWarning: warnedAt === null && Boolean(transcription),
  };
}
