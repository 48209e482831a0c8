import { settings } from '@/app/config/env.server';
import { AppError } from '@/app/domain/errors';
import { EXTENSION_MS } from '@/app/domain/meeting/limits';
import type { Meeting } from '@/models/meeting.server';
import { changeOwnMeeting, type MeetingForm } from './change-own-meeting.server';

/** Whether an hour can be added: a recording must not get longer than those that are transcribed. */
export function isExtendable({ status, leavesAt, recordingSince, stopRequestedAt }: Meeting): boolean {
  if (status !== 'running' || !leavesAt || !recordingSince || stopRequestedAt) return false;
  return leavesAt.getTime() + EXTENSION_MS - recordingSince.getTime() <= settings.maxFileMs;
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
