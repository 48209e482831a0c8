import type { Transaction } from 'sequelize';
import type { EndReason } from '@/app/domain/meeting/end-reason';
import type { Meeting } from '@/models/meeting.server';
import { enqueue } from '../platform/jobs/enqueue.server';
import { emitEvent } from '../webhook/emit-event.server';
import { subjectOf } from '../webhook/subject-of';

/** Ends a meeting of which nothing was recorded, and has its owner told why. */
export async function failMeeting(
  meeting: Meeting,
  endReason: EndReason,
  transaction: Transaction,
): Promise<void> {
  const ended = { phase: null, occupiedRoom: null, people: null, endedAt: new Date() };
  await meeting.update({ ...ended, status: 'failed', endReason }, { transaction });
  await emitEvent(meeting.userId, 'meeting.failed', subjectOf(meeting), transaction);
  if (endReason !== 'stopped') await enqueue('meeting-notice', { meetingId: meeting.id }, { transaction });
}
