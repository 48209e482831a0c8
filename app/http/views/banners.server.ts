import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { findAdFor } from '@/app/services/admin/ads/find-ad-for.server';
import { isFlagOn } from '@/app/services/admin/flags/is-flag-on.server';
import { isAdministrator } from '../session/admin.server';

/** Impersonation and maintenance for administrators; the advertisement for all who do not impersonate. */
export async function readBanners(user: SignedInUser) {
  return {
    impersonatedName: user.impersonator && user.name,
    isClosed: isAdministrator(user) && (await isFlagOn('maintenance')),
    ad: user.impersonator ? null : await findAdFor(user.id),
  };
}
