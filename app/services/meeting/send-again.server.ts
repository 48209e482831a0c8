import { AppError } from '@/app/domain/errors';
import { maySendAgain } from '@/app/domain/meeting/end-reason';
import { pick } from '../platform/pick';
import { assertAssistantAvailable } from './assert-assistant-available.server';
import { changeOwnMeeting, type MeetingForm } from './change-own-meeting.server';
import { insertMeeting } from './insert-meeting.server';

/**
 * Sends the assistant to a meeting that failed, at once and as a new meeting; the failed one stays. Returns the public
 * id of the new one.
 * @throws AppError 'meeting.not-failed'; those of assertAssistantAvailable, insertMeeting, changeOwnMeeting
 */
export function sendAgain(form: MeetingForm): Promise<string> {
  return changeOwnMeeting(form, async ({ meeting, transaction }) => {
    if (meeting.status !== 'failed' || !maySendAgain(meeting.endReason))
      throw new AppError('meeting.not-failed');
    await assertAssistantAvailable(meeting.userId, transaction);
    const kept = pick(meeting, 'userId', 'title', 'room', 'guests', 'language', 'botName', 'maxWaitSeconds');
    const now = { type: 'instant', startsAt: new Date() } as const;
    const { publicId } = await insertMeeting({ ...kept, ...now }, transaction);
    return publicId;
  });
}
