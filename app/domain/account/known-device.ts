/** How long after its last sign-in a browser counts as known to an account. */
export const DEVICE_LIFETIME_MS = 180 * 24 * 3_600_000;
