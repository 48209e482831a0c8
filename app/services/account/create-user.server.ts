import type { Transaction } from 'sequelize';
import { AppError } from '@/app/domain/errors';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { isFlagOn } from '../admin/flags/is-flag-on.server';
import { openWallet } from '../billing/wallet/open-wallet.server';

/** With its wallet and trial minutes. @throws AppError 'account.closed' during maintenance */
export async function createUser(
  person: { email: string; name: string; language?: string },
  transaction: Transaction,
): Promise<number> {
  if (await isFlagOn('maintenance', { transaction })) throw new AppError('account.closed');
  const user = await User.create({ publicId: newPublicId(), ...person }, { transaction });
  await openWallet(user.id, transaction);
  return user.id;
}
