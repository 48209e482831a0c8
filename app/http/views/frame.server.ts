import { settings } from '@/app/config/env.server';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { findAdFor } from '@/app/services/admin/ads/ads.server';
import { isFlagOn } from '@/app/services/admin/flags.server';
import { shownBalance } from '@/app/services/billing/wallet/month-minutes.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { isAdministrator } from '../session/admin.server';
import { hasMeetings } from '../session/meeting-user.server';

export async function readFrame(user: SignedInUser) {
  return {
    userName: user.name,
    timeZone: user.timeZone,
    hasMeetings: hasMeetings(user),
    hasPicture: user.hasPicture,
    // Without the passkey, the page of administrators says what is missing.
    isAdmin: (user.role === 'admin' || user.needsPasskey) && !user.impersonator,
    balanceMs: shownBalance(await readBalance(user.id)),
    helpUrl: settings.helpUrl ?? null,
    banners: await readBanners(user),
  };
}

/** Impersonation and maintenance for administrators; the advertisement for all who do not impersonate. */
async function readBanners(user: SignedInUser) {
  return {
    impersonatedName: user.impersonator && user.name,
    isClosed: isAdministrator(user) && (await isFlagOn('maintenance')),
    ad: user.impersonator ? null : await findAdFor(user.id),
  };
}
