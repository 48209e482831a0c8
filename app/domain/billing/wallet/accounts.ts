/** Spendable accounts of a user, in order of use. */
export const SPENDABLE_ACCOUNTS = ['trial', 'subscription', 'bought'] as const;

export type SpendableAccount = (typeof SPENDABLE_ACCOUNTS)[number];

export const spendableMs = (balances: Record<SpendableAccount, number>) =>
  SPENDABLE_ACCOUNTS.reduce((sum, account) => sum + balances[account], 0);

/**
 * Accounts of a user's double-entry ledger. `reserved` holds the maximum cost of running jobs, `consumed` the
 * cost of finished ones. `external` is the source of minutes, and `loss` the source of those spent although
 * their payment was returned: the only accounts with a negative balance.
 */
export const ACCOUNT_KINDS = [...SPENDABLE_ACCOUNTS, 'reserved', 'consumed', 'external', 'loss'] as const;

export type AccountKind = (typeof ACCOUNT_KINDS)[number];

/**
 * 'refund' returns what a payment brought, and 'expire' a month's unused remainder, to its source. 'loss' books
 * what a refund could not take, since it was spent, and what of that was paid for after all.
 */
export type TransactionKind = 'credit' | 'hold' | 'settle' | 'release' | 'refund' | 'expire' | 'loss';

export const TRIAL_CREDIT_MS = 30 * 60_000;

/** Maximum file length for an account on trial (30 minutes). */
export const TRIAL_FILE_MS = 30 * 60_000;
