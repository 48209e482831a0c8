import type { Transaction } from 'sequelize';
import type { Meeting } from '@/models/meeting.server';
import { unscheduleAssistant } from './schedule-assistant.server';

/** Removes a meeting whose assistant has not started; the owner's row must be locked. */
export async function removeMeeting(meeting: Meeting, transaction: Transaction): Promise<void> {
  await unscheduleAssistant(meeting.id, transaction);
  await meeting.destroy({ transaction });
}
