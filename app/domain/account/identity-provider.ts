export const IDENTITY_PROVIDERS = { google: 'Google', linkedin: 'LinkedIn' } as const;

export type IdentityProvider = keyof typeof IDENTITY_PROVIDERS;

export function isIdentityProvider(value: unknown): value is IdentityProvider {
  return typeof value === 'string' && Object.hasOwn(IDENTITY_PROVIDERS, value);
}

export interface ProviderProfile {
  provider: IdentityProvider;
  /** The provider's stable id of the user (`sub` claim). */
  subject: string;
  /** Lower case, trimmed; null when the provider returns none or an invalid one. */
  email: string | null;
  isEmailVerified: boolean;
  /** May be empty. */
  name: string;
}

export const OAUTH_STATE_LIFETIME_MS = 15 * 60_000;
