/** Digits of the mailed code. */
export const CODE_LENGTH = 6;
/** How long a mailed code or link works. */
export const CODE_LIFETIME_MS = 10 * 60_000;
/** Wrong codes a challenge takes before it is void. */
export const CODE_TRIES = 5;
/** How long the same post from the same browser, such as of a button pressed twice, gets the first one's answer. */
export const REPEAT_MS = 10_000;
/** How long a person waits before asking for another mail. */
export const RESEND_WAIT_MS = 60_000;
/** Codes that one network may ask for: an IPv4 address or an IPv6 /64. Many people share one. */
export const CODES_PER_ADDRESS = { most: 60, windowMs: 3_600_000 };
/** Codes that one IPv6 /48 may ask for. */
export const CODES_PER_WIDE_NETWORK = { most: 300, windowMs: 3_600_000 };
/** Codes that one network may ask for in the name of one e-mail address. */
export const CODES_PER_PAIR = { most: 10, windowMs: 3_600_000 };
/** Codes that a browser may ask for which its account knows, or in which it is signed in. */
export const CODES_PER_OWN_BROWSER = { most: 20, windowMs: 3_600_000 };
/** Mails that strangers together may have sent to one e-mail address at any pace. */
export const MAILS_AT_ONCE = { most: 20, windowMs: 24 * 3_600_000 };
/** Mails to it past that: often enough that one of the last two is valid (CODE_LIFETIME_MS). */
export const MAILS_SLOWED = { most: 1, windowMs: 6 * 60_000 };
