import { createHash } from 'node:crypto';
import { CodeChallengeMethod, type Credentials, OAuth2Client } from 'google-auth-library';
import { readFailure } from './google-failure';
import { boundedFetch, type Pace } from './google-request.server';
import type { CalendarTokens, ConsentRequest } from './port';

/** The least that reads and writes events. */
const SCOPE = 'https://www.googleapis.com/auth/calendar.events';

/** Covers the least one too: Google names it alone when both were granted. */
const WIDER_SCOPE = 'https://www.googleapis.com/auth/calendar';

/** Google's access tokens are valid for an hour; those whose end is unknown are renewed when they fail. */
const DEFAULT_LIFETIME_MS = 3_600_000;

const MAX_TOKEN_LENGTH = 4_096;

export interface GoogleClient {
  id: string;
  secret: string;
  /** Of a stand-in for all of Google's servers. */
  baseUrl?: string | undefined;
  redirectUri: string;
}

export function createClient({ id, secret, baseUrl, redirectUri }: GoogleClient, pace: Pace): OAuth2Client {
  const client = new OAuth2Client({
    clientId: id,
    clientSecret: secret,
    redirectUri,
    transporterOptions: { fetchImplementation: boundedFetch(pace.attemptMs) },
    ...(baseUrl && {
      endpoints: {
        oauth2AuthBaseUrl: `${baseUrl}/o/oauth2/v2/auth`,
        oauth2TokenUrl: `${baseUrl}/token`,
        oauth2RevokeUrl: `${baseUrl}/revoke`,
      },
    }),
  });
  // The library's own retries know no bound on the total time.
  client.transporter.interceptors.request.add({
    resolved: async (config) => Object.assign(config, { retry: false, retryConfig: undefined }),
  });
  return client;
}

export function consentUrl(client: OAuth2Client, { state, codeVerifier, email }: ConsentRequest): string {
  return client.generateAuthUrl({
    access_type: 'offline',
    prompt: 'consent',
    scope: SCOPE,
    state,
    login_hint: email,
    code_challenge: createHash('sha256').update(codeVerifier).digest('base64url'),
    code_challenge_method: CodeChallengeMethod.S256,
  });
}

/** Users may untick a scope on the page of consent. */
export const isGranted = ({ scope }: Credentials): boolean =>
  (scope ?? '').split(' ').some((granted) => granted === SCOPE || granted === WIDER_SCOPE);

/** @returns null for an answer without both tokens */
export function toTokens(credentials: Credentials, refreshToken?: string): CalendarTokens | null {
  const { access_token: accessToken, refresh_token: fresh, expiry_date: expiresAtMs } = credentials;
  const refresh = fresh || refreshToken;
  if (!isToken(accessToken) || !isToken(refresh)) return null;
  return { accessToken, refreshToken: refresh, expiresAtMs: expiresAtMs ?? Date.now() + DEFAULT_LIFETIME_MS };
}

const isToken = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= MAX_TOKEN_LENGTH;

export const toCredentials = ({ accessToken, refreshToken, expiresAtMs }: CalendarTokens): Credentials => ({
  access_token: accessToken,
  refresh_token: refreshToken,
  expiry_date: expiresAtMs,
});

/**
 * Runs a request, and once more with a new access token when Google does not accept the present one. Parallel requests
 * share the renewal.
 */
export async function withAccess<T>(client: OAuth2Client, request: () => Promise<T>): Promise<T> {
  const used = client.credentials.access_token;
  try {
    return await request();
  } catch (error) {
    if (readFailure(error).status !== 401 || !client.credentials.refresh_token) throw error;
    if (client.credentials.access_token === used) await client.refreshAccessToken();
    return await request();
  }
}
