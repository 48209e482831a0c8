import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { findAdFor } from '@/app/services/admin/ads/find-ad-for.server';
import { isFlagOn } from '@/app/services/admin/flags/is-flag-on.server';
import { isAdministrator } from '../session/admin.server';

/**
 * Banners above the content of signed-in pages: impersonation and maintenance for administrators, and the
 * advertisement for all but impersonating administrators.
 */
export async function readBanners(user: SignedInUser) {
  return {
    impersonatedName: user.impersonator && user.name,
    isClosed: isAdministrator(user) && (await isFlagOn('maintenance')),
    ad: user.impersonator ? null : await findAdFor(user.id),
  };
}
