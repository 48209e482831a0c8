import { settings } from '@/app/config/env.server';
import type { KnownProvider } from '@/app/domain/account/identity-provider';

interface Endpoints {
  authorization: string;
  token: string;
  userInfo: string;
  /** Says which client an access token was issued to. */
  tokenInfo: string;
  /** A page that ends the user's session with the identity provider. */
  logout: string;
}

// As in each provider's `.well-known/openid-configuration`, which has no endpoint for logout or tokens of either.
const ENDPOINTS: Record<KnownProvider, Endpoints> = {
  google: {
    authorization: 'https://accounts.google.com/o/oauth2/v2/auth',
    token: 'https://oauth2.googleapis.com/token',
    userInfo: 'https://openidconnect.googleapis.com/v1/userinfo',
    tokenInfo: 'https://oauth2.googleapis.com/tokeninfo',
    logout: 'https://accounts.google.com/Logout',
  },
  linkedin: {
    authorization: 'https://www.linkedin.com/oauth/v2/authorization',
    token: 'https://www.linkedin.com/oauth/v2/accessToken',
    userInfo: 'https://api.linkedin.com/v2/userinfo',
    tokenInfo: 'https://www.linkedin.com/oauth/v2/introspectToken',
    logout: 'https://www.linkedin.com/m/logout/',
  },
};

const CREDENTIALS = { google: settings.signInWithGoogle, linkedin: settings.signInWithLinkedin };

export interface Registration extends Endpoints {
  clientID: string;
  clientSecret: string;
  /** OAuth callback URL: never taken from a request. */
  callbackURL: string;
}

/** Celeste's OAuth registration with an identity provider; null when it is not configured. */
export function findRegistration(provider: KnownProvider): Registration | null {
  const credentials = CREDENTIALS[provider];
  if (!credentials) return null;
  const at = (endpoint: string) =>
    credentials.baseUrl ? credentials.baseUrl + new URL(endpoint).pathname : endpoint;
  const { authorization, token, userInfo, tokenInfo, logout } = ENDPOINTS[provider];
  return {
    clientID: credentials.id,
    clientSecret: credentials.secret,
    callbackURL: `${settings.publicUrl}/auth/${provider}/callback`,
    authorization: at(authorization),
    token: at(token),
    userInfo: at(userInfo),
    tokenInfo: at(tokenInfo),
    logout: at(logout),
  };
}
