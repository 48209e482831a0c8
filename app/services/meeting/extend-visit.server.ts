import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { EXTENSION_MS } from '@/app/domain/meeting/limits';
import type { Meeting } from '@/models/meeting.server';
import { changeOwnMeeting, type MeetingForm } from './change-own-meeting.server';

/** Until when the assistant can stay at most: longer recordings are not transcribed. Null before it is let in. */
export const longestStay = ({ recordingSince }: Meeting): Date | null =>
  recordingSince && new Date(recordingSince.getTime() + settings.maxFileMs);

/** Whether an hour can be added. */
export function isExtendable(meeting: Meeting): boolean {
  const { status, leavesAt, stopRequestedAt } = meeting;
  const until = longestStay(meeting);
  if (status !== 'running' || !leavesAt || !until || stopRequestedAt) return false;
  return leavesAt.getTime() + EXTENSION_MS <= until.getTime();
}

/** The assistant may stay an hour longer. @throws AppError 'meeting.not-extendable'; those of changeOwnMeeting */
export async function extendVisit(form: MeetingForm): Promise<void> {
  await changeOwnMeeting(form, async ({ meeting, transaction }) => {
    if (!isExtendable(meeting)) throw new AppError('meeting.not-extendable');
    const leavesAt = new Date(meeting.leavesAt!.getTime() + EXTENSION_MS);
    await meeting.update({ leavesAt }, { transaction });
    return null;
  });
}
