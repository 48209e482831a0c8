export const MAX_PASSKEYS = 20;
export const MAX_PASSKEY_NAME_LENGTH = 60;
/** From the start of a registration or sign-in until the device has answered. */
export const PASSKEY_CHALLENGE_LIFETIME_MS = 5 * 60_000;
/** Answers of devices a network may send in an hour, as CODE_LIMIT_PER_NETWORK. */
export const PASSKEY_LIMIT_PER_NETWORK = { most: 60, windowMs: 3_600_000 };
