import { createHash } from 'node:crypto';
import { type GoogleProfile, GoogleStrategy } from 'remix-auth-google';
import type { ProviderProfile } from '@/app/domain/account/identity-provider';
import { exchangeCode, readClaims, toIdentity } from './identity-claims.server';
import type { Registration } from './identity-registration.server';

/**
 * Google sign-in (OAuth) with PKCE (RFC 7636), which Google supports and remix-auth-google does not send: an
 * intercepted code is useless without the verifier in the browser's cookie.
 */
export class GoogleIdentityStrategy extends GoogleStrategy<ProviderProfile> {
  readonly #registration: Registration;
  readonly #codeVerifier: string;

  constructor(registration: Registration, codeVerifier: string) {
    const { clientID, clientSecret, callbackURL, authorization, token } = registration;
    super(
      { clientID, clientSecret, callbackURL, scope: 'openid email profile', prompt: 'select_account' },
      async ({ profile }) => toIdentity('google', profile._json),
    );
    this.authorizationURL = authorization;
    this.tokenURL = token;
    this.#registration = registration;
    this.#codeVerifier = codeVerifier;
  }

  protected override authorizationParams(): URLSearchParams {
    const params = super.authorizationParams();
    params.set('code_challenge', createHash('sha256').update(this.#codeVerifier).digest('base64url'));
    params.set('code_challenge_method', 'S256');
    return params;
  }

  protected override tokenParams(): URLSearchParams {
    return new URLSearchParams({ code_verifier: this.#codeVerifier });
  }

  protected override async fetchAccessToken(code: string, params: URLSearchParams) {
    return this.getAccessToken(await exchangeCode(this.#registration, code, params));
  }

  protected override async userProfile(accessToken: string): Promise<GoogleProfile> {
    // Only the claims are needed, not a full GoogleProfile.
    return {
      provider: 'google',
      _json: await readClaims(this.#registration.userInfo, accessToken),
    } as GoogleProfile;
  }
}
