import { z } from 'zod';
import { boundedResponse } from '@/app/config/bounded-response.server';
import { tracedFetch } from '@/app/config/traced-fetch.server';
import {
  IDENTITY_PROVIDERS,
  type KnownProvider,
  type ProviderProfile,
} from '@/app/domain/account/identity-provider';
import { AppError } from '@/app/domain/errors';
import { emailVerified, exchangeCode, OAUTH_BOUNDS, readClaims, toIdentity } from './identity-claims.server';
import { identityFailed, ProviderError, withinOAuthTimeout } from './identity-failure.server';
import { findRegistration, type Registration } from './identity-registration.server';
import { payloadOf } from './linkedin-strategy.server';

/** A code or token that the identity provider does not know, that has ended, or that is another application's. */
class ForeignToken extends Error {}

/** What an identity provider says of an access token, if it says so. */
interface TokenOwner {
  subject?: string | undefined;
  isEmailVerified?: boolean | undefined;
}

const googleTokenSchema = z.object({
  aud: z.string(),
  azp: z.string().optional(),
  sub: z.string().optional(),
  exp: z.coerce.number().optional(),
  email_verified: emailVerified.optional(),
});

const linkedinTokenSchema = z.object({
  active: z.boolean(),
  client_id: z.string().optional(),
  expires_at: z.number().optional(),
});

const exchangedSchema = z.object({ access_token: z.string().min(1), id_token: z.string().optional() });
const nonceSchema = z.object({ nonce: z.unknown().optional() });

const OWNERS: Record<
  KnownProvider,
  (registration: Registration, accessToken: string) => Promise<TokenOwner>
> = { google: googleOwner, linkedin: linkedinOwner };

/**
 * Who has an access token that a program got from an identity provider. Only tokens that were issued to our own client
 * count: with that of another application, its operator could sign in as each of its users.
 * @throws AppError (params: provider) 'account.identity-not-configured'; 'account.identity-token-invalid' for an unknown
 *   or expired token, or that of another application; 'account.identity-failed' when the provider fails
 */
export function identifyByToken(provider: KnownProvider, accessToken: string): Promise<ProviderProfile> {
  return askProvider(provider, async (registration) => {
    const owner = await OWNERS[provider](registration, accessToken);
    const claims = await rejectedAs([401, 403], readClaims(registration.userInfo, accessToken));
    const { subject = claims.sub, isEmailVerified = true } = owner;
    if (subject !== claims.sub) throw new Error('token and claims are of different people');
    return toIdentity(provider, { ...claims, email_verified: claims.email_verified && isEmailVerified });
  });
}

/**
 * LinkedIn's access token for an authorization code of a program, which must name our own callback.
 * @throws AppError 'account.identity-redirect-invalid', and those of identifyByToken. Codes that a page of ours began are
 *   invalid here: they are of the one browser that has the OAuth state.
 */
export function exchangeLinkedinCode(code: string, redirectUri: string): Promise<string> {
  return askProvider('linkedin', async (registration) => {
    if (redirectUri !== registration.callbackURL) throw new AppError('account.identity-redirect-invalid');
    const params = new URLSearchParams({ grant_type: 'authorization_code', redirect_uri: redirectUri });
    const answer = await rejectedAs([400], exchangeCode(registration, code, params));
    const { access_token: accessToken, id_token: idToken } = exchangedSchema.parse(await answer.json());
    const isOfPage = idToken !== undefined && nonceSchema.parse(payloadOf(idToken)).nonce !== undefined;
    if (isOfPage) throw new ForeignToken();
    return accessToken;
  });
}

async function askProvider<T>(
  provider: KnownProvider,
  ask: (registration: Registration) => Promise<T>,
): Promise<T> {
  const named = { provider: IDENTITY_PROVIDERS[provider] };
  const registration = findRegistration(provider);
  if (!registration) throw new AppError('account.identity-not-configured', named);
  try {
    return await withinOAuthTimeout(ask(registration));
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof ForeignToken) throw new AppError('account.identity-token-invalid', named);
    throw identityFailed(provider, error);
  }
}

/** @throws ForeignToken for the statuses by which the provider rejects what was sent, not who sent it */
async function rejectedAs<T>(statuses: number[], asking: Promise<T>): Promise<T> {
  try {
    return await asking;
  } catch (error) {
    if (error instanceof ProviderError && statuses.includes(error.status)) throw new ForeignToken();
    throw error;
  }
}

/** By Google's endpoint for debugging tokens, the only one that names the client of an access token. */
async function googleOwner({ tokenInfo, clientID }: Registration, token: string): Promise<TokenOwner> {
  const href = `${tokenInfo}?${new URLSearchParams({ access_token: token })}`;
  const { aud, azp = aud, sub, exp, email_verified } = googleTokenSchema.parse(await askAbout(href, {}));
  if (aud !== clientID || azp !== clientID || hasPassed(exp)) throw new ForeignToken();
  return { subject: sub, isEmailVerified: email_verified };
}

/** By token introspection (RFC 7662) with LinkedIn's names. */
async function linkedinOwner(registration: Registration, token: string): Promise<TokenOwner> {
  const { tokenInfo, clientID, clientSecret } = registration;
  const body = new URLSearchParams({ client_id: clientID, client_secret: clientSecret, token });
  const answer = linkedinTokenSchema.parse(await askAbout(tokenInfo, { method: 'POST', body }));
  if (!answer.active || answer.client_id !== clientID || hasPassed(answer.expires_at))
    throw new ForeignToken();
  return {};
}

/** @throws ForeignToken when the provider rejects the token, ProviderError for another error status */
function askAbout(href: string, init: RequestInit): Promise<unknown> {
  const ask = async () => {
    const answer = await boundedResponse(OAUTH_BOUNDS, (signal) =>
      tracedFetch(href, { ...init, signal, redirect: 'error' }),
    );
    if (!answer.ok)
      throw new ProviderError(`the endpoint of tokens answered ${answer.status}`, answer.status);
    return (await answer.json()) as unknown;
  };
  return rejectedAs([400], ask());
}

/** @param seconds since 1970 */
const hasPassed = (seconds: number | undefined) => seconds !== undefined && seconds * 1000 < Date.now();
