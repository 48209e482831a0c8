import {
  type IdentityProvider,
  type OAuthClient,
  type ProviderAccount,
  startIdentityProvider,
} from './openid-server';

const claimsOf = ({ sub, name, email, email_verified }: ProviderAccount) => ({
  sub,
  name,
  given_name: name?.split(' ')[0],
  picture: `https://lh3.googleusercontent.com/a/${sub}=s96-c`,
  email,
  email_verified,
});

/**
 * Fake Google identity provider, as developers.google.com/identity/openid-connect/openid-connect describes
 * it, and its `tokeninfo`, whose values are all strings.
 */
export function startGoogle(clients: OAuthClient[]): Promise<IdentityProvider> {
  return startIdentityProvider(
    {
      issuer: 'https://accounts.google.com',
      paths: {
        authorization: '/o/oauth2/v2/auth',
        token: '/token',
        userInfo: '/v1/userinfo',
        logout: '/Logout',
        tokenInfo: '/tokeninfo',
      },
      cancelled: { error: 'access_denied' },
      hasPkce: true,
      wrongClient: {
        status: 401,
        error: 'invalid_client',
        error_description: 'The OAuth client was not found.',
      },
      wrongCode: { status: 400, error: 'invalid_grant', error_description: 'Malformed auth code.' },
      scope:
        'openid https://www.googleapis.com/auth/userinfo.email https://www.googleapis.com/auth/userinfo.profile',
      userInfo: claimsOf,
      idToken: claimsOf,
      tokenInfo: ({ access_token: token = '' }, grantOf) => {
        const grant = grantOf(token);
        if (!grant)
          return { status: 400, body: { error: 'invalid_token', error_description: 'Invalid Value' } };
        const { client, person, expiresAt } = grant;
        return {
          body: {
            azp: client.id,
            aud: client.id,
            sub: person.sub,
            scope: 'openid https://www.googleapis.com/auth/userinfo.email',
            exp: String(expiresAt),
            expires_in: String(expiresAt - Math.floor(Date.now() / 1000)),
            email: person.email,
            email_verified: String(person.email_verified),
            access_type: 'online',
          },
        };
      },
    },
    clients,
  );
}
