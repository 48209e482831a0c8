import { SPENDABLE_ACCOUNTS, type SpendableAccount } from './accounts';

/** Takes from the accounts in their order of use; null when the total balance is insufficient. */
export function splitHold(
  amountMs: number,
  balances: Record<SpendableAccount, number>,
): { account: SpendableAccount; amountMs: number }[] | null {
  const parts: { account: SpendableAccount; amountMs: number }[] = [];
  let missing = amountMs;
  for (const account of SPENDABLE_ACCOUNTS) {
    const taken = Math.min(missing, Math.max(0, balances[account]));
    if (taken > 0) parts.push({ account, amountMs: taken });
    missing -= taken;
  }
  return missing === 0 ? parts : null;
}
