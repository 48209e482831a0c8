import { randomUUID } from 'node:crypto';
import { occupiedRoomOf, scheduleAssistant } from '@/app/services/meeting/schedule-assistant.server';
import { inTransaction } from '@/models/database.server';
import { Meeting } from '@/models/meeting.server';
import { newPublicId } from '@/models/public-id.server';

/** A meeting that its assistant goes to now. */
export function sendToMeeting(userId: number, values: Partial<Meeting> = {}): Promise<Meeting> {
  const room = `${randomUUID().slice(0, 3)}-abcd-efg`;
  return inTransaction(async (transaction) => {
    const meeting = await Meeting.create(
      {
        ...{ publicId: newPublicId(), userId, room, title: 'Reunião de pauta', language: 'pt' },
        type: 'instant',
        startsAt: new Date(),
        occupiedRoom: occupiedRoomOf(userId, values.room ?? room),
        ...values,
      },
      { transaction },
    );
    await scheduleAssistant(meeting, transaction);
    return meeting;
  });
}

/** A scheduled meeting without its job, for states that the assistant brings. */
export const makeMeeting = (userId: number, values: Partial<Meeting> = {}): Promise<Meeting> =>
  Meeting.create({
    publicId: newPublicId(),
    userId,
    title: 'Pauta',
    room: 'abc-defg-hij',
    type: 'scheduled',
    startsAt: new Date(Date.now() + 3_600_000),
    language: 'pt',
    ...values,
  });
