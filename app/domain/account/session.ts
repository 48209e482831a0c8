import type { IdentityProvider } from './identity-provider';

export type LoginMethod = 'email' | 'passkey' | 'recovery' | IdentityProvider;

export const SESSION_IDLE_MS = 14 * 24 * 3_600_000;
export const SESSION_LIFETIME_MS = 90 * 24 * 3_600_000;
/** Minimum interval between updates of the time of last use, to save writes. */
export const SESSION_TOUCH_MS = 5 * 60_000;
