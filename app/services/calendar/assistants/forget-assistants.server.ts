import type { Transaction } from 'sequelize';
import { isChangeable } from '@/app/domain/meeting/status';
import { EventAssistant } from '@/models/event-assistant.server';
import { Meeting } from '@/models/meeting.server';
import { lockOwner } from '../../meeting/lock-owner.server';
import { removeMeeting } from '../../meeting/remove-meeting.server';

/**
 * Cancels the waiting assistants that came from the calendar of an account, and forgets what it decided for events:
 * when its calendar is unlinked. What has begun goes on.
 */
export async function forgetAssistants(userId: number, transaction: Transaction): Promise<void> {
  await lockOwner(userId, transaction);
  const lock = transaction.LOCK.UPDATE;
  const live = await Meeting.findAll({ where: { userId, endedAt: null }, lock, transaction });
  const meetingId = live.map(({ id }) => id);
  const rows = await EventAssistant.findAll({ where: { userId, meetingId }, transaction });
  const sent = new Set(rows.map((row) => row.meetingId));
  const meetings = live.filter((meeting) => sent.has(meeting.id) && isChangeable(meeting));
  for (const meeting of meetings) await removeMeeting(meeting, transaction);
  await EventAssistant.destroy({ where: { userId }, transaction });
}
