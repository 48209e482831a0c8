import { AppError } from '@/app/domain/errors';
import { startTimeOf, type TypedTime } from '@/app/domain/meeting/start-time';
import { isChangeable } from '@/app/domain/meeting/status';
import { changeMeeting } from './change-meeting.server';
import { changeOwnMeeting, type MeetingForm } from './change-own-meeting.server';
import type { MeetingDetails } from './create-meeting.server';

interface MeetingEdit extends MeetingForm, MeetingDetails {
  at: TypedTime | Date;
  /** When the meeting that the page displayed was changed, in ms (optimistic locking). */
  changedAtMs: number;
}

/**
 * Changes a scheduled meeting whose assistant has not started.
 * @throws AppError 'meeting.started', 'meeting.changed', 'meeting.assistant-there'; those of startTimeOf,
 *   changeOwnMeeting
 */
export async function editMeeting(edit: MeetingEdit): Promise<void> {
  const { title, room, at, language, botName, maxWaitSeconds, changedAtMs } = edit;
  await changeOwnMeeting(edit, async ({ meeting, owner, transaction }) => {
    if (!isChangeable(meeting)) throw new AppError('meeting.started');
    if (meeting.updatedAt.getTime() !== changedAtMs) throw new AppError('meeting.changed');
    const startsAt = startTimeOf(at, owner.timeZone, new Date());
    const own = { botName: botName ?? null, maxWaitSeconds: maxWaitSeconds ?? null };
    await changeMeeting(meeting, { title, room, startsAt, language, ...own }, transaction);
    return null;
  });
}
