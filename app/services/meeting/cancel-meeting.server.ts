import { AppError } from '@/app/domain/errors';
import { isDeletable, isUpcoming } from '@/app/domain/meeting/status';
import { changeOwnMeeting, type MeetingForm } from './change-own-meeting.server';
import { removeMeeting } from './remove-meeting.server';

/**
 * Removes a meeting whose assistant has not started, or one that is over and left no transcription.
 * @throws AppError 'meeting.started'; those of changeOwnMeeting
 */
export function cancelMeeting(form: MeetingForm): Promise<'canceled' | 'deleted'> {
  return changeOwnMeeting<'canceled' | 'deleted'>(form, async ({ meeting, transaction }) => {
    if (!isUpcoming(meeting) && !isDeletable(meeting)) throw new AppError('meeting.started');
    await removeMeeting(meeting, transaction);
    return isUpcoming(meeting) ? 'canceled' : 'deleted';
  });
}
