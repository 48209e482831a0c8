import type { Template } from '@/app/domain/document/templates';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { Document } from '@/models/document.server';
import { newPublicId } from '@/models/public-id.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { composeDocument } from './compose-document.server';
import { searchTermsOfDocument, writeSavedDocument } from './saved-document.server';

export interface DocumentRequest {
  /** Defaults to a title derived from the template and the transcription. */
  title?: string | undefined;
  template: Template;
  /** Public id of the source transcription. */
  transcription?: string | undefined;
  /** Whether utterances carry timestamps. */
  withTimes: boolean;
  /** Of the template text. */
  language: InterfaceLanguage;
  submissionId: string;
}

/**
 * Creates a document from a template: blank, or filled from a transcription or its summary.
 * @returns its public id
 * @throws AppError 'transcription.not-found', 'document.transcription-required', 'summary.not-made'
 */
export async function createDocument(userId: number, request: DocumentRequest): Promise<string> {
  const { title, text, transcriptionId } = await composeDocument(userId, request);
  return withIdempotencyKey(`document:${userId}`, request.submissionId, async (transaction) => {
    const document = await Document.create(
      {
        ...{ publicId: newPublicId(), userId, transcriptionId, title, version: 1, savedAt: new Date() },
        isSummary: request.template === 'summary',
        words: searchTermsOfDocument(userId, title, text),
      },
      { transaction },
    );
    await writeSavedDocument(document, text, transaction);
    return document.publicId;
  });
}
