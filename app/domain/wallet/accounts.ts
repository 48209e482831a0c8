/** A user's spendable accounts in the order they are used. */
export const SPENDABLE_ACCOUNTS = ['trial', 'subscription', 'bought'] as const;

export type SpendableAccount = (typeof SPENDABLE_ACCOUNTS)[number];

/** What can still be spent, of balances in ms. */
export const spendableMs = (balances: Record<SpendableAccount, number>) =>
  SPENDABLE_ACCOUNTS.reduce((sum, account) => sum + balances[account], 0);

/**
 * The accounts of a user's double-entry ledger. `reserved` holds what running jobs may cost,
 * `consumed` what finished ones did cost; `external` is where minutes come from and alone goes below 0.
 */
export const ACCOUNT_KINDS = [...SPENDABLE_ACCOUNTS, 'reserved', 'consumed', 'external'] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/** 'refund' takes back what a payment brought and 'expire' what a month left over, to where both came from. */
export type TransactionKind = 'credit' | 'hold' | 'settle' | 'release' | 'refund' | 'expire';

/** Given to every new account (30 minutes). */
export const TRIAL_CREDIT_MS = 30 * 60_000;

/** The longest file a trial account may send while it has bought no hours (30 minutes). */
export const TRIAL_FILE_MS = 30 * 60_000;
