import { AppError } from '@/app/domain/errors';
import { isChangeable } from '@/app/domain/meeting/status';
import { assertAssistantAvailable } from './assert-assistant-available.server';
import { assertRoomFree } from './assert-room-free.server';
import { changeOwnMeeting, type MeetingForm } from './change-own-meeting.server';
import { orRoomOccupied } from './insert-meeting.server';
import { occupiedRoomOf, scheduleAssistant } from './schedule-assistant.server';

/**
 * Sends the assistant of a scheduled meeting at once. Returns the meeting's public id.
 * @throws AppError 'meeting.started', 'meeting.assistant-there'; those of assertAssistantAvailable, changeOwnMeeting
 */
export function sendNow(form: MeetingForm): Promise<string> {
  return changeOwnMeeting(form, async ({ meeting, transaction }) => {
    const { id, userId, room } = meeting;
    if (!isChangeable(meeting)) throw new AppError('meeting.started');
    await assertAssistantAvailable(userId, transaction);
    const now = { type: 'instant', startsAt: new Date() } as const;
    await assertRoomFree({ id, userId, room, ...now }, transaction);
    const occupiedRoom = occupiedRoomOf(userId, room);
    await orRoomOccupied(meeting.update({ ...now, occupiedRoom }, { transaction }));
    await scheduleAssistant(meeting, transaction);
    return meeting.publicId;
  });
}
