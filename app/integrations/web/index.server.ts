import { settings } from '@/app/config/env.server';
import { createGuardedFetch } from './guarded-fetch.server';
import type { GuardedFetch } from './port';
import { isPublicAddress } from './public-address';

/** For addresses that users name: public ones by https; in local mode also those of this machine. */
export const guardedFetch: GuardedFetch = createGuardedFetch({
  allowsHttp: settings.isLocal,
  isAllowed: (address) => settings.isLocal || isPublicAddress(address),
});
