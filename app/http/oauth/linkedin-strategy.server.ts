import { type OAuth2Profile, OAuth2Strategy } from 'remix-auth-oauth2';
import { z } from 'zod';
import type { ProviderProfile } from '@/app/domain/account/identity-provider';
import { type Claims, exchangeCode, readClaims, toIdentity } from './identity-claims.server';
import type { Registration } from './identity-registration.server';

interface LinkedinProfile extends OAuth2Profile {
  _json: Claims;
}

const idTokenSchema = z.object({
  sub: z.string(),
  aud: z.string(),
  exp: z.number(),
  nonce: z.string().optional(),
});

/**
 * LinkedIn sign-in by OpenID Connect. LinkedIn has no PKCE for web servers and rejects a code that comes with
 * it, so a nonce binds the ID token to the browser. LinkedIn sometimes omits the nonce from its tokens: a
 * nonce that is there must match, and without one the `state` in the browser's cookie has to suffice.
 */
export class LinkedinIdentityStrategy extends OAuth2Strategy<
  ProviderProfile,
  LinkedinProfile,
  { id_token?: string }
> {
  readonly #registration: Registration;
  readonly #nonce: string;

  constructor(registration: Registration, nonce: string) {
    const { clientID, clientSecret, callbackURL, authorization, token } = registration;
    super(
      {
        clientID,
        clientSecret,
        callbackURL,
        scope: 'openid profile email',
        authorizationURL: authorization,
        tokenURL: token,
      },
      async ({ profile }) => toIdentity('linkedin', profile._json),
    );
    this.#registration = registration;
    this.#nonce = nonce;
  }

  protected override authorizationParams(): URLSearchParams {
    return new URLSearchParams({ nonce: this.#nonce });
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    return this.getAccessToken(await exchangeCode(this.#registration, code, params));
  }

  protected override async userProfile(
    accessToken: string,
    { id_token: idToken }: { id_token?: string },
  ): Promise<LinkedinProfile> {
    const claims = await readClaims(this.#registration.userInfo, accessToken);
    this.#assertMeantForUs(idToken ?? '', claims.sub);
    return { provider: 'linkedin', _json: claims };
  }

  /**
   * Validates an ID token as OpenID Connect Core 1.0, section 3.1.3.7, requires. Issuer and signature are not
   * checked, since the token came straight from the identity provider over TLS.
   * @throws Error for another subject, audience or nonce, or an expired token
   */
  #assertMeantForUs(idToken: string, subject: string): void {
    const { sub, aud, exp, nonce = this.#nonce } = idTokenSchema.parse(payloadOf(idToken));
    const isOurs = sub === subject && aud === this.clientID && nonce === this.#nonce;
    if (!isOurs || exp * 1000 < Date.now()) throw new Error('the ID token is not for this sign-in');
  }
}

/** The claims of an ID token that came straight from the provider. @throws SyntaxError */
export const payloadOf = (idToken: string): unknown =>
  JSON.parse(Buffer.from(idToken.split('.')[1] ?? '', 'base64url').toString());
