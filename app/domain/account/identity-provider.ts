/** OAuth identity providers, with their display names. */
export const IDENTITY_PROVIDERS = { google: 'Google', linkedin: 'LinkedIn' } as const;

export type IdentityProvider = keyof typeof IDENTITY_PROVIDERS;

export function isIdentityProvider(value: unknown): value is IdentityProvider {
  return typeof value === 'string' && Object.hasOwn(IDENTITY_PROVIDERS, value);
}

/** User profile from an identity provider. */
export interface ProviderProfile {
  provider: IdentityProvider;
  /** The provider's stable id of the user (`sub` claim). */
  subject: string;
  /** Lower case, trimmed; null when the provider returns none or an invalid one. */
  email: string | null;
  /** Whether the provider has verified that the address belongs to the user. */
  isEmailVerified: boolean;
  /** As the provider returns it; may be empty. */
  name: string;
}

/** Time limit for signing in at the identity provider (OAuth state lifetime). */
export const OAUTH_STATE_LIFETIME_MS = 15 * 60_000;
