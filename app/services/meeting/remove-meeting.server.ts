import type { Transaction } from 'sequelize';
import { isUpcoming } from '@/app/domain/meeting/status';
import type { Meeting } from '@/models/meeting.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';
import { unscheduleAssistant } from './schedule-assistant.server';

/** Removes a meeting whose assistant has not started; the owner's row must be locked. */
export async function removeMeeting(meeting: Meeting, transaction: Transaction): Promise<void> {
  await unscheduleAssistant(meeting.id, transaction);
  await meeting.destroy({ transaction });
  if (isUpcoming(meeting))
    await emitEvent(meeting.userId, 'meeting.canceled', subjectOf(meeting), transaction);
}
