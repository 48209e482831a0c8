export const CODE_LENGTH = 6;
export const CODE_LIFETIME_MS = 10 * 60_000;
export const MAX_CODE_ATTEMPTS = 5;
/** For this long, a repeated post from the same browser (double click) gets the answer to the first one. */
export const DUPLICATE_POST_WINDOW_MS = 10_000;
export const RESEND_WAIT_MS = 60_000;
/** Rate limit of codes by network: an IPv4 address or an IPv6 /64. Many users share one. */
export const CODE_LIMIT_PER_NETWORK = { most: 60, windowMs: 3_600_000 };
/** Rate limit of codes by IPv6 /48. */
export const CODE_LIMIT_PER_WIDE_NETWORK = { most: 300, windowMs: 3_600_000 };
export const CODE_LIMIT_PER_NETWORK_AND_EMAIL = { most: 10, windowMs: 3_600_000 };
/** Rate limit of codes for a browser that is known to the account or signed in. */
export const CODE_LIMIT_PER_KNOWN_BROWSER = { most: 20, windowMs: 3_600_000 };
/** Rate limit of e-mails to one address, from all unknown browsers together, before slowing down. */
export const EMAIL_BURST_LIMIT = { most: 20, windowMs: 24 * 3_600_000 };
/** Above EMAIL_BURST_LIMIT: often enough that one of the last two codes is valid (CODE_LIFETIME_MS). */
export const EMAIL_SUSTAINED_LIMIT = { most: 1, windowMs: 6 * 60_000 };
