import type { FindOptions } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { Meeting } from '@/models/meeting.server';
import { Transcription } from '@/models/transcription.server';

/** @throws AppError 'meeting.not-found' */
export async function findOwnMeeting(
  userId: number,
  publicId: string,
  options: Pick<FindOptions, 'lock' | 'transaction'> = {},
): Promise<Meeting> {
  const meeting = isPublicId(publicId)
    ? await Meeting.findOne({
        where: { userId, publicId },
        ...(!options.lock && { include: { model: Transcription, as: 'transcription' } }),
        ...options,
      })
    : null;
  if (!meeting) throw new AppError('meeting.not-found');
  return meeting;
}
