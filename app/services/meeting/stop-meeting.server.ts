import { AppError } from '@/app/domain/errors';
import { isUpcoming } from '@/app/domain/meeting/status';
import { changeOwnMeeting, type MeetingForm } from './change-own-meeting.server';
import { removeMeeting } from './remove-meeting.server';

/** What became of the meeting: its assistant leaves, or there is no such meeting any more. */
export type Stopped = 'leaving' | 'removed';

/**
 * Tells the assistant of a meeting to leave; an instant one that has not started yet is removed.
 * @throws AppError 'meeting.not-underway'; those of changeOwnMeeting
 */
export function stopMeeting(form: MeetingForm): Promise<Stopped> {
  return changeOwnMeeting<Stopped>(form, async ({ meeting, transaction }) => {
    if (isUpcoming(meeting) && meeting.type === 'instant') {
      await removeMeeting(meeting, transaction);
      return 'removed';
    }
    if (meeting.phase === null) throw new AppError('meeting.not-underway');
    await meeting.update({ stopRequestedAt: meeting.stopRequestedAt ?? new Date() }, { transaction });
    return 'leaving';
  });
}
