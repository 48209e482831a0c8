import type { Transaction } from 'sequelize';
import type { EndReason } from '@/app/domain/meeting/end-reason';
import type { Meeting } from '@/models/meeting.server';
import { enqueue } from '../platform/jobs/enqueue.server';

/** Ends a meeting of which nothing was recorded, and has its owner told why. */
export async function failMeeting(
  meeting: Meeting,
  endReason: EndReason,
  transaction: Transaction,
): Promise<void> {
  const ended = { phase: null, occupiedRoom: null, people: null, endedAt: new Date() };
  await meeting.update({ ...ended, status: 'failed', endReason }, { transaction });
  if (endReason !== 'stopped') await enqueue('meeting-notice', { meetingId: meeting.id }, { transaction });
}
