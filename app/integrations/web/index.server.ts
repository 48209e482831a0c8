import { settings } from '@/app/config/env.server';
import { isPublicAddress } from '@/app/domain/public-address';
import { createGuardedWeb } from './guarded.server';
import type { Web } from './port';

/** On one's own machine, programs on it may be reached. */
export const web: Web = createGuardedWeb(
  settings.isLocal
    ? { mayReach: () => true, mayBePlain: true }
    : { mayReach: isPublicAddress, mayBePlain: false },
);
