import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { User } from '@/models/user.server';

/**
 * Until the transaction ends, so that the meetings of one account are arranged one at a time.
 * @throws AppError 'account.login-required' for a deleted account
 */
export async function lockOwner(userId: number, transaction: Transaction): Promise<User> {
  const owner = await User.findByPk(userId, {
    rejectOnEmpty: true,
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
  if (owner.deletedAt) throw new AppError('account.login-required');
  return owner;
}
