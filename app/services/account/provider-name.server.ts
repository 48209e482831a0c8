import { settings } from '@/app/config/env.server';
import { IDENTITY_PROVIDERS, type IdentityProvider } from '@/app/domain/account/identity-provider';

/** What people call an identity provider. */
export const providerName = (provider: IdentityProvider): string =>
  (provider === 'oidc' && settings.signInWithOidc?.name) || IDENTITY_PROVIDERS[provider];
