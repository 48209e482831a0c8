import { z } from 'zod';
import { signupSchema } from '@/app/domain/account/forms';
import type { IdentityProvider, ProvidedIdentity } from '@/app/domain/account/identity';

const claimsSchema = z.object({
  sub: z.string().min(1).max(255),
  email: signupSchema.shape.email.nullable().catch(null),
  // LinkedIn has been seen to send it as a text.
  email_verified: z.union([z.boolean(), z.stringbool()]).catch(false),
  name: z.string().catch(''),
});

/** What a company says about a person, as far as Celeste asks. */
export type Claims = z.output<typeof claimsSchema>;

/**
 * Asks a company's userinfo endpoint (OpenID Connect Core 1.0, section 5.3) who an access token belongs to. The
 * ID token says the same; it is not read, since the answer comes straight from the company.
 * @throws Error when the answer is none
 */
export async function readClaims(userInfo: string, accessToken: string): Promise<Claims> {
  const answer = await fetch(userInfo, { headers: { Authorization: `Bearer ${accessToken}` } });
  if (!answer.ok) throw new Error(`userinfo answered ${answer.status}`);
  return claimsSchema.parse(await answer.json());
}

export function identityOf(provider: IdentityProvider, claims: Claims): ProvidedIdentity {
  const { sub: subject, email, email_verified: isEmailVerified, name } = claims;
  return { provider, subject, email, isEmailVerified, name };
}
