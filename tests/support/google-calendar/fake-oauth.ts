import { createHash, randomUUID } from 'node:crypto';
import type { Answer } from './answer';

export const EVENTS_SCOPE = 'https://www.googleapis.com/auth/calendar.events';

/** The OAuth client that is registered here. */
export const FAKE_GOOGLE_CLIENT = { id: 'fake-google-id', secret: 'fake-google-secret' };

export type Consent = 'agree' | 'deny' | 'untick';

export interface Grant {
  email: string;
  scope: string;
  refreshToken: string;
  isRevoked: boolean;
}

interface Code {
  grant: Grant;
  redirectUri: string;
  challenge: string;
}

const REFUSED: Answer = { status: 400, body: { error: 'invalid_grant', error_description: 'Bad Request' } };

/** Google's OAuth endpoints, as developers.google.com/identity/protocols/oauth2/web-server describes them. */
export class FakeOAuth {
  readonly #codes = new Map<string, Code>();
  readonly #grants: Grant[] = [];
  readonly #access = new Map<string, Grant>();

  grantOf(accessToken: string): Grant | undefined {
    return this.#access.get(accessToken);
  }

  grantsOf(email: string): Grant[] {
    return this.#grants.filter((grant) => grant.email === email && !grant.isRevoked);
  }

  makeGrant(email: string, scope = EVENTS_SCOPE): Grant {
    const grant = { email, scope, refreshToken: `1//${randomUUID()}`, isRevoked: false };
    this.#grants.push(grant);
    return grant;
  }

  makeAccess(grant: Grant): string {
    const token = `ya29.${randomUUID()}`;
    this.#access.set(token, grant);
    return token;
  }

  endAccess(isMeant: (grant: Grant) => boolean): void {
    for (const [token, grant] of this.#access) if (isMeant(grant)) this.#access.delete(token);
  }

  end(grant: Grant): void {
    grant.isRevoked = true;
    this.endAccess((other) => other === grant);
  }

  /** The page of consent, which answers by itself. */
  authorize(query: URLSearchParams, email: string, consent: Consent): Answer {
    const redirectUri = query.get('redirect_uri')!;
    const back = new URL(redirectUri);
    const state = query.get('state');
    if (state !== null) back.searchParams.set('state', state);
    if (consent === 'deny') {
      back.searchParams.set('error', 'access_denied');
      return { status: 302, location: back.href };
    }
    const scope = consent === 'untick' ? 'openid' : query.get('scope')!;
    const code = `4/${randomUUID()}`;
    const challenge = query.get('code_challenge')!;
    this.#codes.set(code, { grant: this.makeGrant(email, scope), redirectUri, challenge });
    back.searchParams.set('code', code);
    back.searchParams.set('scope', scope);
    return { status: 302, location: back.href };
  }

  token(form: Record<string, string>): Answer {
    if (form.client_id !== FAKE_GOOGLE_CLIENT.id || form.client_secret !== FAKE_GOOGLE_CLIENT.secret) {
      return { status: 401, body: { error: 'invalid_client' } };
    }
    if (form.grant_type === 'refresh_token') {
      const grant = this.#grants.find(({ refreshToken }) => refreshToken === form.refresh_token);
      return grant && !grant.isRevoked ? { status: 200, body: this.#answer(grant) } : REFUSED;
    }
    if (form.grant_type !== 'authorization_code') {
      return { status: 400, body: { error: 'unsupported_grant_type' } };
    }
    return this.#exchange(form);
  }

  /** A code works once. */
  #exchange(form: Record<string, string>): Answer {
    const code = this.#codes.get(form.code ?? '');
    this.#codes.delete(form.code ?? '');
    const verifier = createHash('sha256').update(form.code_verifier ?? '');
    const isRight =
      code?.challenge === verifier.digest('base64url') && code.redirectUri === form.redirect_uri;
    if (!code || !isRight) return REFUSED;
    return { status: 200, body: { ...this.#answer(code.grant), refresh_token: code.grant.refreshToken } };
  }

  #answer(grant: Grant) {
    const accessToken = this.makeAccess(grant);
    return { access_token: accessToken, expires_in: 3599, scope: grant.scope, token_type: 'Bearer' };
  }

  /** Ends all that the account has granted to the client, whichever of its tokens came. */
  revoke(token: string): Answer {
    const grant = this.#grants.find(({ refreshToken }) => refreshToken === token) ?? this.#access.get(token);
    if (!grant || grant.isRevoked) return { status: 400, body: { error: 'invalid_token' } };
    for (const granted of this.grantsOf(grant.email)) this.end(granted);
    return { status: 200, body: {} };
  }
}

const CONSENT: Record<string, RegExp> = {
  client_id: new RegExp(`^${FAKE_GOOGLE_CLIENT.id}$`),
  redirect_uri: /^https?:\/\//,
  response_type: /^code$/,
  scope: new RegExp(`^${EVENTS_SCOPE}$`),
  access_type: /^offline$/,
  prompt: /^consent$/,
  code_challenge: /^[\w-]{43}$/,
  code_challenge_method: /^S256$/,
};

/** What is wrong with the address of the page of consent; null when nothing is. */
export function mistakeInConsent(query: URLSearchParams): string | null {
  const wrong = Object.keys(CONSENT).find((name) => !CONSENT[name]!.test(query.get(name) ?? ''));
  return wrong ? `the page of consent got no right '${wrong}'` : null;
}
