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
  withTimes: boolean;
  language: InterfaceLanguage;
  submissionId: string;
}

/** Returns its public id. @throws AppError as composeDocument */
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
