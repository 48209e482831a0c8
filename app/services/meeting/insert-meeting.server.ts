import { type Transaction, UniqueConstraintError } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { MAX_WAITING_MEETINGS } from '@/app/domain/meeting/limits';
import type { MeetingType } from '@/app/domain/meeting/status';
import { Meeting } from '@/models/meeting.server';
import { newPublicId } from '@/models/public-id.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';
import { assertRoomFree } from './assert-room-free.server';
import { occupiedRoomOf, scheduleAssistant } from './schedule-assistant.server';

export interface NewMeeting {
  userId: number;
  title: string;
  room: string;
  type: MeetingType;
  startsAt: Date;
  language: string;
  botName: string | null;
  maxWaitSeconds: number | null;
  /** JSON, as the model describes it. */
  guests?: string | null;
}

/**
 * Inserts a meeting with its assistant; the owner's row must be locked.
 * @throws AppError 'meeting.assistant-there', 'meeting.too-many'
 */
export async function insertMeeting(meeting: NewMeeting, transaction: Transaction): Promise<Meeting> {
  const { userId, room, type } = meeting;
  await assertRoomFree(meeting, transaction);
  const waiting = await Meeting.count({ where: { userId, status: 'waiting' }, transaction });
  if (waiting >= MAX_WAITING_MEETINGS)
    throw new AppError('meeting.too-many', { limit: MAX_WAITING_MEETINGS });
  const occupiedRoom = type === 'instant' ? occupiedRoomOf(userId, room) : null;
  const created = await orRoomOccupied(
    Meeting.create({ ...meeting, publicId: newPublicId(), occupiedRoom }, { transaction }),
  );
  await scheduleAssistant(created, transaction);
  await emitEvent(userId, 'meeting.created', subjectOf(created), transaction);
  return created;
}

/** @throws AppError 'meeting.assistant-there' in place of the violation of the unique key of a room */
export async function orRoomOccupied<T>(written: Promise<T>): Promise<T> {
  try {
    return await written;
  } catch (error) {
    if (error instanceof UniqueConstraintError) throw new AppError('meeting.assistant-there');
    throw error;
  }
}
