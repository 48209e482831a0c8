import type { Transaction } from 'sequelize';
import type { Meeting } from '@/models/meeting.server';
import type { User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { findOwnMeeting } from './find-own-meeting.server';
import { lockOwner } from './lock-owner.server';

/** A form of one meeting. */
export interface MeetingForm {
  userId: number;
  publicId: string;
  submissionId: string;
}

interface Change {
  meeting: Meeting;
  owner: User;
  transaction: Transaction;
}

/**
 * Runs `change` once for a form, while no other form changes a meeting of the account.
 * @throws AppError 'meeting.not-found'; those of lockOwner and of `change`
 */
export function changeOwnMeeting<T>(
  { userId, publicId, submissionId }: MeetingForm,
  change: (own: Change) => Promise<T>,
): Promise<T> {
  return withIdempotencyKey(`meeting:${userId}:${publicId}`, submissionId, async (transaction) => {
    const owner = await lockOwner(userId, transaction);
    const meeting = await findOwnMeeting(userId, publicId, { transaction, lock: transaction.LOCK.UPDATE });
    return change({ meeting, owner, transaction });
  });
}
