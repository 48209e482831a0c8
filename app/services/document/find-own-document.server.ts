import type { FindOptions } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { Document } from '@/models/document.server';
import { Transcription } from '@/models/transcription.server';

/**
 * Finds a user's own document by its public id, with its linked transcription. Skips the search column
 * `words`, which is as long as the text.
 * @throws AppError 'document.not-found' for an unknown document and for another user's alike
 */
export async function findOwnDocument(
  userId: number,
  publicId: string,
  options: Pick<FindOptions, 'transaction'> = {},
): Promise<Document> {
  const document = isPublicId(publicId)
    ? await Document.findOne({
        where: { userId, publicId },
        attributes: { exclude: ['words'] },
        include: { model: Transcription, as: 'transcription' },
        ...options,
      })
    : null;
  if (!document) throw new AppError('document.not-found');
  return document;
}
