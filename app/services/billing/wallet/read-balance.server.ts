import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { SPENDABLE_ACCOUNTS } from '@/app/domain/billing/wallet/accounts';
import { WalletAccount } from '@/models/wallet-account.server';
import { readMonthLeftMs } from './month-minutes.server';

/** What an account may use: its spendable balance, or what is left of its month; in whole milliseconds. */
export async function readBalance(userId: number, transaction: Transaction | null = null): Promise<number> {
  if (!settings.sells) return readMonthLeftMs(userId, transaction);
  const accounts = await WalletAccount.findAll({
    where: { userId, kind: [...SPENDABLE_ACCOUNTS] },
    transaction,
  });
  return accounts.reduce((sum, account) => sum + account.balanceMs, 0);
}

const SHOWN = [...SPENDABLE_ACCOUNTS, 'reserved'] as const;

/** Balances of the accounts shown to the user, in whole milliseconds. */
export async function readBalances(userId: number): Promise<Record<(typeof SHOWN)[number], number>> {
  const accounts = await WalletAccount.findAll({ where: { userId, kind: [...SHOWN] } });
  const balanceOf = (kind: string) => accounts.find((account) => account.kind === kind)?.balanceMs ?? 0;
  return Object.fromEntries(SHOWN.map((kind) => [kind, balanceOf(kind)])) as Record<
    (typeof SHOWN)[number],
    number
  >;
}
