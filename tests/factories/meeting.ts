import { Meeting } from '@/models/meeting.server';
import { newPublicId } from '@/models/public-id.server';

/** Factory: a scheduled meeting without its job, which only a service makes; for states that the assistant brings. */
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
