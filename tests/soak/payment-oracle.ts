/*
 * What a customer paid for, computed from what happened at Stripe alone: never with the app's own code.
 */

const HOUR_MS = 3_600_000;
const TRIAL_MS = HOUR_MS / 2;

/** What was paid at once, and what went back. */
export interface Payment {
  /** Less a coupon or plus a tax. */
  paidCents: number;
  refundedCents: number;
  /** Amount held or taken by a dispute. */
  heldCents: number;
  /** 'inquiry': the bank only asks, and holds nothing. */
  dispute: 'none' | 'inquiry' | 'open' | 'over';
}

export interface Purchase extends Payment {
  /** Id of its checkout. */
  id: string;
  hours: number;
  status: 'open' | 'pending' | 'paid' | 'over';
  /** Spent of its hours, in ms. */
  spentMs: number;
}

export interface Contract {
  id: string;
  /** Id of the checkout that began it. */
  checkoutId: string;
  interval: 'month' | 'year';
  /** Monthly hours from each plan change on; times in seconds. */
  plans: { at: number; hours: number }[];
  /** The newest invoice of a whole period. */
  bill: Payment & { isPaid: boolean };
  /** 'waiting' and 'failed': its first payment, a boleto. */
  state: 'waiting' | 'failed' | 'runs' | 'ends with the period' | 'over';
}

export interface Payer {
  userId: number;
  trialMs: number;
  purchases: Purchase[];
  contract: Contract | null;
  /** A second contract, paid in another tab, that must not last. */
  twin: { id: string; paidCents: number } | null;
}

/** Expected balances of a user, in ms. */
export interface ExpectedBalance {
  bought: number;
  subscription: number;
  rule: 'TRIAL' | 'SUBSCRIPTION';
}

/** Expected figures of the lot of a purchase, in ms; all 0 where there may be no lot. */
export interface ExpectedLot {
  checkoutId: string;
  dueMs: number;
  remainingMs: number;
  lostMs: number;
}

export const makePayer = (userId: number): Payer => ({
  userId,
  trialMs: TRIAL_MS,
  purchases: [],
  contract: null,
  twin: null,
});

export const paymentOf = (paidCents: number): Payment => ({
  paidCents,
  refundedCents: 0,
  heldCents: 0,
  dispute: 'none',
});

/** Whether its plan's minutes can be used. */
const runs = ({ state }: Contract): boolean => state === 'runs' || state === 'ends with the period';

const keptCents = ({ paidCents, refundedCents, heldCents }: Payment) =>
  Math.max(0, paidCents - refundedCents - heldCents);

/** What is paid for of a purchase, in whole ms. */
function dueOf(purchase: Purchase): number {
  const { hours, status, paidCents } = purchase;
  if (status !== 'paid') return 0;
  if (paidCents === 0) return hours * HOUR_MS;
  return Number((BigInt(hours * HOUR_MS) * BigInt(keptCents(purchase))) / BigInt(paidCents));
}

export const remainingOf = (purchase: Purchase): number => Math.max(0, dueOf(purchase) - purchase.spentMs);

export const expectedLot = (purchase: Purchase): ExpectedLot => ({
  checkoutId: purchase.id,
  dueMs: dueOf(purchase),
  remainingMs: remainingOf(purchase),
  lostMs: Math.max(0, purchase.spentMs - dueOf(purchase)),
});

/** @param monthOf the present month of a contract; times in seconds */
export function expectedBalance(
  { purchases, contract }: Payer,
  monthOf: (contract: Contract) => { start: number; end: number },
): ExpectedBalance {
  const bought = purchases.reduce((sum, purchase) => sum + remainingOf(purchase), 0);
  if (!contract || !runs(contract)) return { bought, subscription: 0, rule: 'TRIAL' };
  const subscription = contract.bill.isPaid ? minutesOf(contract, monthOf(contract)) : 0;
  return { bought, subscription, rule: 'SUBSCRIPTION' };
}

function minutesOf({ plans, bill }: Contract, { start, end }: { start: number; end: number }): number {
  const given = plans.reduce((sum, { at, hours }, index) => {
    const from = Math.max(start, at);
    const until = Math.min(end, plans[index + 1]?.at ?? end);
    return until > from ? sum + BigInt(hours * HOUR_MS) * BigInt(until - from) : sum;
  }, 0n);
  return Number((given * BigInt(keptCents(bill))) / (BigInt(end - start) * BigInt(bill.paidCents)));
}
