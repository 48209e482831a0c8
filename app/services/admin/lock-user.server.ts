import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { User } from '@/models/user.server';

/** Identifies an account: by the public id in a URL, or by the e-mail typed at the terminal. */
export type UserIdentifier = { publicId: string } | { email: string };

/** Locks the row until the transaction ends. @throws AppError 'admin.user-unknown', for a deleted one too */
export async function lockUser(name: UserIdentifier, transaction: Transaction): Promise<User> {
  const user = await User.findOne({
    where: { ...name, deletedAt: null },
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
  if (!user) throw new AppError('admin.user-unknown');
  return user;
}
