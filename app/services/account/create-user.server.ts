import type { Transaction } from 'sequelize';
import { ACCOUNT_KINDS, TRIAL_CREDIT_MS } from '@/app/domain/billing/wallet/accounts';
import { AppError } from '@/app/domain/errors';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { WalletAccount } from '@/models/wallet-account.server';
import { isFlagOn } from '../admin/flags.server';
import { creditMinutes } from '../billing/wallet/credit-minutes.server';

/** With its wallet and trial minutes. @throws AppError 'account.closed' during maintenance */
export async function createUser(
  person: {
    email: string;
    name: string;
    language?: string;
    timeZone?: string | undefined;
    leadOrigin?: string | null | undefined;
  },
  transaction: Transaction,
): Promise<number> {
  if (await isFlagOn('maintenance', { transaction })) throw new AppError('account.closed');
  const publicId = newPublicId();
  const user = await User.create({ publicId, container: publicId, ...person }, { transaction });
  await openWallet(user.id, transaction);
  return user.id;
}

/** Creates a new user's wallet accounts and credits the trial minutes. */
async function openWallet(userId: number, transaction: Transaction): Promise<void> {
  await WalletAccount.bulkCreate(
    ACCOUNT_KINDS.map((kind) => ({ userId, kind })),
    { transaction },
  );
  const source = `trial:${userId}`;
  const lot = { userId, account: 'trial', source } as const;
  const credit = { lot, amountMs: TRIAL_CREDIT_MS, reason: 'trial', reference: source };
  await creditMinutes(credit, transaction);
}
