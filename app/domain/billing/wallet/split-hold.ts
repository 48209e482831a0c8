import { SPENDABLE_ACCOUNTS, type SpendableAccount } from './accounts';

interface Lot {
  id: number;
  account: SpendableAccount;
  remainingMs: number;
  endsAt: Date | null;
}

/** By account, then the lot that ends first, then the oldest. */
const inOrderOfUse = <Kind extends Lot>(lots: readonly Kind[]): Kind[] =>
  [...lots].sort(
    (one, other) =>
      SPENDABLE_ACCOUNTS.indexOf(one.account) - SPENDABLE_ACCOUNTS.indexOf(other.account) ||
      endOf(one) - endOf(other) ||
      one.id - other.id,
  );

const endOf = ({ endsAt }: Lot) => endsAt?.getTime() ?? Number.MAX_SAFE_INTEGER;

/** Takes from the lots in their order of use; null when they are insufficient together. */
export function splitHold<Kind extends Lot>(
  amountMs: number,
  lots: readonly Kind[],
): { lot: Kind; amountMs: number }[] | null {
  const parts: { lot: Kind; amountMs: number }[] = [];
  let missing = amountMs;
  for (const lot of inOrderOfUse(lots)) {
    const taken = Math.min(missing, Math.max(0, lot.remainingMs));
    if (taken > 0) parts.push({ lot, amountMs: taken });
    missing -= taken;
  }
  return missing === 0 ? parts : null;
}
