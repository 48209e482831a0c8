import type { FindOptions } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { Document } from '@/models/document.server';
import { Transcription } from '@/models/transcription.server';

/** Skips the search column `words`, as long as the text. @throws AppError 'document.not-found' */
export async function findOwnDocument(
  userId: number,
  publicId: string,
  options: Pick<FindOptions, 'lock' | 'transaction'> = {},
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
