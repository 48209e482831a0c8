import type { Transaction } from 'sequelize';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { openWallet } from '../wallet/open-wallet.server';

/** Makes an account with its wallet, in the language its person speaks where that is known. @returns its id */
export async function createUser(
  person: { email: string; name: string; language?: string },
  transaction: Transaction,
): Promise<number> {
  const user = await User.create({ publicId: newPublicId(), ...person }, { transaction });
  await openWallet(user.id, transaction);
  return user.id;
}
