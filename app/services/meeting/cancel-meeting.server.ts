import { AppError } from '@/app/domain/errors';
import { isUpcoming } from '@/app/domain/meeting/status';
import { changeOwnMeeting, type MeetingForm } from './change-own-meeting.server';
import { removeMeeting } from './remove-meeting.server';

/** Removes a meeting whose assistant has not started. @throws AppError 'meeting.started'; those of changeOwnMeeting */
export async function cancelMeeting(form: MeetingForm): Promise<void> {
  await changeOwnMeeting(form, async ({ meeting, transaction }) => {
    if (!isUpcoming(meeting)) throw new AppError('meeting.started');
    await removeMeeting(meeting, transaction);
    return null;
  });
}
