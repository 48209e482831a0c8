/** Companies that say who somebody is, by the names they go by. */
export const IDENTITY_PROVIDERS = { google: 'Google', linkedin: 'LinkedIn' } as const;

export type IdentityProvider = keyof typeof IDENTITY_PROVIDERS;

export function isIdentityProvider(value: unknown): value is IdentityProvider {
  return typeof value === 'string' && Object.hasOwn(IDENTITY_PROVIDERS, value);
}

/** Who somebody is, as a company says. */
export interface ProvidedIdentity {
  provider: IdentityProvider;
  /** The company's own name for the person, which never changes and means nothing to anybody else. */
  subject: string;
  /** Lower case, trimmed; null when the company tells none, or none that is an address. */
  email: string | null;
  /** The company made sure that the address is the person's. */
  isEmailVerified: boolean;
  /** As the company has it; may be empty. */
  name: string;
}

/** How long somebody may stay with the company before coming back. */
export const IDENTITY_WAIT_MS = 15 * 60_000;
