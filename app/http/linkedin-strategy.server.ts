import { type OAuth2Profile, OAuth2Strategy } from 'remix-auth-oauth2';
import type { ProvidedIdentity } from '@/app/domain/account/identity';
import { type Claims, identityOf, readClaims } from './identity-claims.server';
import type { Registration } from './identity-registration.server';

interface LinkedinProfile extends OAuth2Profile {
  _json: Claims;
}

/** LinkedIn's sign-in, by OpenID Connect. It knows no PKCE for web servers and refuses a code that comes with it. */
export class LinkedinIdentityStrategy extends OAuth2Strategy<ProvidedIdentity, LinkedinProfile> {
  readonly #userInfo: string;

  constructor(registration: Registration) {
    const { clientID, clientSecret, callbackURL, authorization, token, userInfo } = registration;
    super(
      {
        ...{ clientID, clientSecret, callbackURL, scope: 'openid profile email' },
        authorizationURL: authorization,
        tokenURL: token,
      },
      async ({ profile }) => identityOf('linkedin', profile._json),
    );
    this.#userInfo = userInfo;
  }

  protected override async userProfile(accessToken: string): Promise<LinkedinProfile> {
    return { provider: 'linkedin', _json: await readClaims(this.#userInfo, accessToken) };
  }
}
