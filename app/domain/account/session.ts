import type { IdentityProvider } from './identity-provider';

/** Authentication method of a session. */
export type LoginMethod = 'email' | IdentityProvider;

/** Idle timeout of a session. */
export const SESSION_IDLE_MS = 14 * 24 * 3_600_000;
/** Absolute timeout of a session. */
export const SESSION_LIFETIME_MS = 90 * 24 * 3_600_000;
/** Minimum interval between updates of the time of last use, to save writes. */
export const SESSION_TOUCH_MS = 5 * 60_000;
