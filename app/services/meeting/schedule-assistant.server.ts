import type { Transaction } from 'sequelize';
import { meetingSubject } from '@/app/domain/jobs';
import { EARLY_START_MS } from '@/app/domain/meeting/limits';
import { Job } from '@/models/job.server';
import type { Meeting } from '@/models/meeting.server';
import { enqueue } from '../platform/jobs/enqueue.server';

/** The unique key by which at most one assistant of an account is in a room. */
export const occupiedRoomOf = (userId: number, room: string): string => `${userId}:${room}`;

/**
 * Enqueues the assistant of a meeting for its time, in place of an earlier time; an instant one at once. To be called
 * in the transaction that changes the meeting.
 */
export async function scheduleAssistant(meeting: Meeting, transaction: Transaction): Promise<void> {
  const { id: meetingId, type, startsAt } = meeting;
  await unscheduleAssistant(meetingId, transaction);
  const runAt = type === 'instant' ? new Date() : new Date(startsAt.getTime() - EARLY_START_MS);
  await enqueue('attend-meeting', { meetingId }, { runAt, transaction });
}

/** Of a meeting that does not take place: no assistant starts for it. */
export async function unscheduleAssistant(meetingId: number, transaction: Transaction): Promise<void> {
  const where = { name: 'attend-meeting', subject: meetingSubject(meetingId), status: 'waiting' };
  await Job.destroy({ where, transaction });
}
