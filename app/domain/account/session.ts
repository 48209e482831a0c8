import type { IdentityProvider } from './identity';

/** How somebody proved who they are. */
export type LoginMethod = 'email' | IdentityProvider;

/** A session ends this long after it was last used. */
export const SESSION_IDLE_MS = 14 * 24 * 3_600_000;
/** A session ends this long after it began, however it is used. */
export const SESSION_LIFETIME_MS = 90 * 24 * 3_600_000;
/** How stale the time of last use may be, so that reading a page seldom writes. */
export const SESSION_TOUCH_MS = 5 * 60_000;
