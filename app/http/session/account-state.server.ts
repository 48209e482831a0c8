import { isOnFor } from '@/app/domain/admin/flags';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { type AccountState, readAccountState } from '@/app/services/account/read-account-state.server';

const known = new WeakMap<SignedInUser, Promise<AccountState>>();

/** Read once for the frame of a page and the page inside it, which have the user of one request. */
export function accountStateOf(user: SignedInUser): Promise<AccountState> {
  const state = known.get(user) ?? readAccountState(user.id);
  known.set(user, state);
  return state;
}

/** As isOnTrial. */
export const isOnTrialIn = (state: AccountState, { consumptionRule }: SignedInUser): boolean =>
  consumptionRule === 'TRIAL' && !state.hasMoreThanTrial;

export const hasVideosIn = ({ flags }: AccountState, { email }: SignedInUser): boolean =>
  isOnFor(flags.videos, email);
