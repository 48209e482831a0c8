import type { Transaction } from 'sequelize';
import type { Meeting } from '@/models/meeting.server';
import { assertRoomFree } from './assert-room-free.server';
import { scheduleAssistant } from './schedule-assistant.server';

type Change = Partial<
  Pick<Meeting, 'title' | 'room' | 'startsAt' | 'language' | 'botName' | 'maxWaitSeconds' | 'guests'>
>;

/**
 * Changes a scheduled meeting whose assistant has not started, and sends the assistant to its new place and time; the
 * owner's row must be locked.
 * @throws AppError 'meeting.assistant-there'
 */
export async function changeMeeting(
  meeting: Meeting,
  change: Change,
  transaction: Transaction,
): Promise<void> {
  const { id, userId, type } = meeting;
  const { room = meeting.room, startsAt = meeting.startsAt } = change;
  await assertRoomFree({ id, userId, room, type, startsAt }, transaction);
  await meeting.update(change, { transaction });
  await scheduleAssistant(meeting, transaction);
}
