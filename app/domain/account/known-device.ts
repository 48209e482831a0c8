/** How long a browser stays known to an account after its last sign-in. */
export const DEVICE_LIFETIME_MS = 180 * 24 * 3_600_000;
