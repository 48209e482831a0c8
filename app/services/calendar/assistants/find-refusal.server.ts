import type { Transaction } from 'sequelize';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import type { User } from '@/models/user.server';
import { assertAssistantAvailable } from '../../meeting/assert-assistant-available.server';

/** Why no new assistant goes to any event of an account; null when they may go. */
export async function findRefusal(
  owner: User,
  transaction: Transaction | null,
): Promise<AppErrorCode | null> {
  if (!owner.meetingTermsAcceptedAt) return 'meeting.terms-required';
  try {
    await assertAssistantAvailable(owner.id, transaction);
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.code;
    throw error;
  }
}
