import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { User } from '@/models/user.server';

/** Whom something is about: by the opaque id of an address, or by the e-mail typed at the terminal. */
export type UserName = { publicId: string } | { email: string };

/**
 * Finds an account and keeps it from being changed by others until the transaction ends.
 * @throws AppError 'admin.user-unknown', for a deleted account too
 */
export async function lockUser(name: UserName, transaction: Transaction): Promise<User> {
  const user = await User.findOne({
    where: { ...name, deletedAt: null },
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
  if (!user) throw new AppError('admin.user-unknown');
  return user;
}
