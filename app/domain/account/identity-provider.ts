/** `oidc` is the OpenID Connect provider of the settings, which may name it otherwise. */
export const IDENTITY_PROVIDERS = { google: 'Google', linkedin: 'LinkedIn', oidc: 'OpenID Connect' } as const;

export type IdentityProvider = keyof typeof IDENTITY_PROVIDERS;

/** A provider whose ways are known beforehand. */
export type KnownProvider = Exclude<IdentityProvider, 'oidc'>;

/** A provider that is offered. */
export interface OfferedProvider {
  id: IdentityProvider;
  /** As people call it. */
  name: string;
}

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
