import {
  type IdentityProvider,
  type OAuthClient,
  type ProviderAccount,
  startIdentityProvider,
} from './openid-server';

const claimsOf = ({ sub, name, email, email_verified }: ProviderAccount) => ({
  sub,
  name,
  preferred_username: name?.toLowerCase(),
  email,
  email_verified,
});

/** Fake OpenID Connect provider that is found by discovery, as Keycloak and authentik are. */
export function startOpenIdProvider(clients: OAuthClient[]): Promise<IdentityProvider> {
  return startIdentityProvider(
    {
      issuer: 'https://id.example.org',
      paths: {
        authorization: '/protocol/openid-connect/auth',
        token: '/protocol/openid-connect/token',
        userInfo: '/protocol/openid-connect/userinfo',
        logout: '/protocol/openid-connect/logout',
        tokenInfo: '/protocol/openid-connect/token/introspect',
      },
      cancelled: { error: 'access_denied', error_description: 'User denied consent' },
      hasDiscovery: true,
      hasPkce: true,
      wrongClient: { status: 401, error: 'unauthorized_client', error_description: 'Invalid client' },
      wrongCode: { status: 400, error: 'invalid_grant', error_description: 'Code not valid' },
      scope: 'openid email profile',
      userInfo: claimsOf,
      idToken: ({ sub }) => ({ sub, azp: clients[0]!.id }),
      tokenInfo: () => ({ body: { active: false } }),
    },
    clients,
  );
}
