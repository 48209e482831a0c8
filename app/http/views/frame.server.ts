import { settings } from '@/app/config/env.server';
import { isOnFor } from '@/app/domain/admin/flags';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import type { AccountState } from '@/app/services/account/read-account-state.server';
import { shownBalance } from '@/app/services/billing/wallet/month-minutes.server';
import { accountStateOf } from '../session/account-state.server';
import { isAdministrator } from '../session/admin.server';
import { hasMeetings } from '../session/meeting-user.server';

export async function readFrame(user: SignedInUser) {
  const state = await accountStateOf(user);
  return {
    userName: user.name,
    timeZone: user.timeZone,
    hasMeetings: hasMeetings(user),
    hasPicture: user.hasPicture,
    // Without the passkey, the page of administrators says what is missing.
    isAdmin: (user.role === 'admin' || user.needsPasskey) && !user.impersonator,
    balanceMs: shownBalance(state.balanceMs),
    helpUrl: settings.helpUrl ?? null,
    banners: readBanners(user, state),
  };
}

/** Impersonation and maintenance for administrators; the advertisement for all who do not impersonate. */
function readBanners(user: SignedInUser, { flags, ad }: AccountState) {
  return {
    impersonatedName: user.impersonator && user.name,
    isClosed: isAdministrator(user) && isOnFor(flags.maintenance),
    ad: user.impersonator ? null : ad,
  };
}
