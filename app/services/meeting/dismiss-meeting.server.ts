import { AppError } from '@/app/domain/errors';
import { changeOwnMeeting, type MeetingForm } from './change-own-meeting.server';

/**
 * Removes a meeting from the list whose assistant left nothing.
 * @throws AppError 'meeting.not-failed'; those of changeOwnMeeting
 */
export async function dismissMeeting(form: MeetingForm): Promise<void> {
  await changeOwnMeeting(form, async ({ meeting, transaction }) => {
    if (meeting.status !== 'failed' || meeting.transcriptionId !== null) {
      throw new AppError('meeting.not-failed');
    }
    await meeting.destroy({ transaction });
    return null;
  });
}
