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
/** Challenges that one e-mail address may be sent. */
export const CHALLENGES_PER_EMAIL = { most: 10, windowMs: 3_600_000 };
/** Challenges that one network address may ask for; many people share an address. */
export const CHALLENGES_PER_ADDRESS = { most: 60, windowMs: 3_600_000 };
