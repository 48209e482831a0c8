import type { Transaction } from 'sequelize';
import { ACCOUNT_KINDS, TRIAL_CREDIT_MS } from '@/app/domain/billing/wallet/accounts';
import { WalletAccount } from '@/models/wallet-account.server';
import { creditMinutes } from './credit-minutes.server';

/** Creates a new user's wallet accounts and credits the trial minutes. */
export async function openWallet(userId: number, transaction: Transaction): Promise<void> {
  await WalletAccount.bulkCreate(
    ACCOUNT_KINDS.map((kind) => ({ userId, kind })),
    { transaction },
  );
  await creditMinutes(
    { userId, account: 'trial', amountMs: TRIAL_CREDIT_MS, reason: 'trial', reference: `trial:${userId}` },
    transaction,
  );
}
