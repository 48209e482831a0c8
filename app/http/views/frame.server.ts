import { settings } from '@/app/config/env.server';
import type { SignedInUser } from '@/app/services/account/find-session-user.server';
import { readBalance } from '@/app/services/billing/wallet/read-balance.server';
import { readBanners } from './banners.server';

export async function readFrame(user: SignedInUser) {
  return {
    userName: user.name,
    hasPicture: user.hasPicture,
    isAdmin: user.role === 'admin' && !user.impersonator,
    balanceMs: await readBalance(user.id),
    helpUrl: settings.helpUrl ?? null,
    banners: await readBanners(user),
  };
}
