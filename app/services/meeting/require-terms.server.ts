import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import type { User } from '@/models/user.server';

/**
 * No assistant goes before its terms are accepted, which the form may do that sends it.
 * @throws AppError 'meeting.terms-required'
 */
export async function requireTerms(
  owner: User,
  areAccepted: boolean,
  transaction: Transaction,
): Promise<void> {
  if (owner.meetingTermsAcceptedAt) return;
  if (!areAccepted) throw new AppError('meeting.terms-required');
  await owner.update({ meetingTermsAcceptedAt: new Date() }, { transaction });
}
