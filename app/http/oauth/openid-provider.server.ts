import type { ClientAuth, Configuration } from 'openid-client';
import { boundedResponse } from '@/app/config/bounded-response.server';
import { settings } from '@/app/config/env.server';
import { tracedFetch } from '@/app/config/traced-fetch.server';
import type { ProviderProfile } from '@/app/domain/account/identity-provider';
import { claimsSchema, OAUTH_BOUNDS, toIdentity } from './identity-claims.server';

/**
 * Sign-in with any OpenID Connect provider, by discovery, with PKCE, state and nonce (openid-client, which is certified by
 * the OpenID Foundation; loaded when it is first needed).
 */
const openid = () => import('openid-client');

const SCOPE = 'openid email profile';

/** The secrets of one sign-in, from the browser's cookie. */
export interface OpenIdAttempt {
  codeVerifier: string;
  nonce: string;
  state: string;
}

const redirectUri = () => `${settings.publicUrl}/auth/oidc/callback`;

let found: Promise<Configuration> | null = null;
let authorizationOrigin: string | null = null;

/** What the provider says of itself; asked for once, and again after a failure. */
function discover(): Promise<Configuration> {
  found ??= askProvider().catch((error: unknown) => {
    found = null;
    throw error;
  });
  return found;
}

async function askProvider(): Promise<Configuration> {
  const { allowInsecureRequests, customFetch, discovery } = await openid();
  const { issuer, id, secret } = settings.signInWithOidc!;
  const boundedFetch = (address: string, init: object): Promise<Response> =>
    boundedResponse(OAUTH_BOUNDS, (signal) => tracedFetch(address, { ...init, signal }));
  const configuration = await discovery(new URL(issuer), id, undefined, await authenticationWith(secret), {
    // The settings take an unencrypted provider on this machine only.
    execute: issuer.startsWith('http:') ? [allowInsecureRequests] : [],
    [customFetch]: boundedFetch,
  });
  authorizationOrigin = new URL(configuration.serverMetadata().authorization_endpoint ?? issuer).origin;
  return configuration;
}

/** As the provider takes it: by a header, which is the default of the standard, or in the body. */
async function authenticationWith(secret: string): Promise<ClientAuth> {
  const { ClientSecretBasic, ClientSecretPost } = await openid();
  const [byHeader, inBody] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const methods = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    const authenticate = methods.includes('client_secret_basic') ? byHeader : inBody;
    authenticate(server, client, body, headers);
  };
}

/** Where the sign-in form may lead: the issuer's origin, and that of its page once it is known. */
export function openIdOrigins(): string[] {
  const { signInWithOidc } = settings;
  if (!signInWithOidc) return [];
  return [...new Set([new URL(signInWithOidc.issuer).origin, authorizationOrigin])].filter(
    (origin) => origin !== null,
  );
}

/** The provider's page of consent. @throws Error when the provider does not say where it is */
export async function openIdAddress({ codeVerifier, nonce, state }: OpenIdAttempt): Promise<string> {
  const { buildAuthorizationUrl, calculatePKCECodeChallenge } = await openid();
  return buildAuthorizationUrl(await discover(), {
    redirect_uri: redirectUri(),
    scope: SCOPE,
    code_challenge: await calculatePKCECodeChallenge(codeVerifier),
    code_challenge_method: 'S256',
    nonce,
    state,
  }).href;
}

/**
 * Exchanges the code of the callback. The claims are those of the ID token, and of the userinfo endpoint where there is
 * one. @throws Error for whatever does not belong to this attempt
 */
export async function identifyByOpenId(search: string, attempt: OpenIdAttempt): Promise<ProviderProfile> {
  const { authorizationCodeGrant, fetchUserInfo } = await openid();
  const configuration = await discover();
  const tokens = await authorizationCodeGrant(configuration, new URL(redirectUri() + search), {
    pkceCodeVerifier: attempt.codeVerifier,
    expectedNonce: attempt.nonce,
    expectedState: attempt.state,
    idTokenExpected: true,
  });
  const claims = tokens.claims()!;
  const more = configuration.serverMetadata().userinfo_endpoint
    ? await fetchUserInfo(configuration, tokens.access_token, claims.sub)
    : {};
  return toIdentity('oidc', claimsSchema.parse({ ...claims, ...more }));
}
