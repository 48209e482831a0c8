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
  locale: { country: 'BR', language: 'pt' },
  email,
  email_verified,
});

const wrongClient = {
  status: 401,
  error: 'invalid_client',
  error_description: 'Client authentication failed',
};

/**
 * Fake LinkedIn identity provider, as
 * learn.microsoft.com/linkedin/consumer/integrations/self-serve/sign-in-with-linkedin-v2 describes it;
 * `email_verified` is 'true' in its ID token and true in its userinfo; and its token introspection.
 */
export function startLinkedin(clients: OAuthClient[]): Promise<IdentityProvider> {
  return startIdentityProvider(
    {
      issuer: 'https://www.linkedin.com/oauth',
      paths: {
        authorization: '/oauth/v2/authorization',
        token: '/oauth/v2/accessToken',
        userInfo: '/v2/userinfo',
        logout: '/m/logout/',
        tokenInfo: '/oauth/v2/introspectToken',
      },
      cancelled: {
        error: 'user_cancelled_authorize',
        error_description: 'The user cancelled the authorization',
      },
      hasPkce: false,
      wrongClient,
      wrongCode: {
        status: 400,
        error: 'invalid_request',
        error_description:
          'Unable to retrieve access token: appid/redirect uri/code verifier does not match authorization code. Or authorization code expired.',
      },
      scope: 'email,openid,profile',
      userInfo: claimsOf,
      idToken: (person) => ({ ...claimsOf(person), email_verified: String(person.email_verified) }),
      tokenInfo: (form, grantOf, clientOf) => {
        const { status, ...error } = wrongClient;
        if (!clientOf(form)) return { status, body: error };
        const grant = grantOf(form.token ?? '');
        if (!grant) return { body: { active: false, status: 'expired' } };
        const { client, expiresAt } = grant;
        return {
          body: {
            active: true,
            client_id: client.id,
            created_at: expiresAt - 3599,
            status: 'active',
            expires_at: expiresAt,
            scope: 'email,openid,profile',
            auth_type: '3L',
          },
        };
      },
    },
    clients,
  );
}
