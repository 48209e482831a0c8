import { z } from 'zod';
import { boundedResponse } from '@/app/config/bounded-response.server';
import { tracedFetch } from '@/app/config/traced-fetch.server';
import type { IdentityProvider, ProviderProfile } from '@/app/domain/account/identity-provider';
import { signupSchema } from '@/app/domain/account/sign-in-forms';
import { ProviderError } from './identity-failure.server';
import type { Registration } from './identity-registration.server';

// LinkedIn sometimes sends it as a string, and Google's endpoint of tokens always.
export const emailVerified = z.union([z.boolean(), z.stringbool()]).catch(false);

export const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: signupSchema.shape.email.nullable().catch(null),
  email_verified: emailVerified,
  name: z.string().catch(''),
});

const MAX_ERROR_LENGTH = 1_000;
export const OAUTH_BOUNDS = { maxBytes: 256 * 1024, timeoutMs: 8_000 };

export type Claims = z.output<typeof claimsSchema>;

/**
 * From the userinfo endpoint (OpenID Connect Core 1.0, section 5.3). The ID token is not needed: this
 * response comes straight from the provider.
 * @throws ProviderError for an error status; Error for invalid claims
 */
export async function readClaims(userInfo: string, accessToken: string): Promise<Claims> {
  const headers = { Authorization: `Bearer ${accessToken}` };
  const answer = await boundedResponse(OAUTH_BOUNDS, (signal) => tracedFetch(userInfo, { headers, signal }));
  if (!answer.ok) throw new ProviderError(`userinfo answered ${answer.status}`, answer.status);
  return claimsSchema.parse(await answer.json());
}

/** RFC 6749, section 4.1.3, like remix-auth-oauth2 but with a timeout and a size limit. @throws ProviderError */
export async function exchangeCode(
  { clientID, clientSecret, token }: Registration,
  code: string,
  params: URLSearchParams,
): Promise<Response> {
  const body = new URLSearchParams(params);
  for (const [name, value] of Object.entries({ code, client_id: clientID, client_secret: clientSecret }))
    body.set(name, value);
  const answer = await boundedResponse(OAUTH_BOUNDS, (signal) =>
    tracedFetch(token, { method: 'POST', body, signal }),
  );
  if (!answer.ok) throw new ProviderError((await answer.text()).slice(0, MAX_ERROR_LENGTH), answer.status);
  return answer;
}

export function toIdentity(provider: IdentityProvider, claims: Claims): ProviderProfile {
  const { sub: subject, email, email_verified: isEmailVerified, name } = claims;
  return { provider, subject, email, isEmailVerified, name };
}
