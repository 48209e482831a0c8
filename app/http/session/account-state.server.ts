import { isOnFor } from '@/app/domain/admin/flags';
import { spendableMs } from '@/app/domain/billing/wallet/accounts';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { type AccountState, readAccountState } from '@/app/services/account/read-account-state.server';

const known = new WeakMap<SignedInUser, Promise<AccountState>>();

/** Read once for the frame of a page and the page inside it, which have the user of one request. */
export function accountStateOf(user: SignedInUser): Promise<AccountState> {
  const state = known.get(user) ?? readAccountState(user.id);
  known.set(user, state);
  return state;
}

export const balanceIn = ({ balances }: AccountState): number => spendableMs(balances);

export const hasVideosIn = ({ flags }: AccountState, { email }: SignedInUser): boolean =>
  isOnFor(flags.videos, email);
