/** Who may create an account: everybody, whoever was invited, or nobody. */
export type SignUpRule = 'open' | 'invite' | 'closed';

export const INVITATION_LIFETIME_MS = 7 * 24 * 3_600_000;

/** Whether an e-mail address is of one of the domains, in lower case; an empty list takes all. */
export const isOfDomain = (email: string, domains: readonly string[]): boolean =>
  domains.length === 0 || domains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase());

export type InvitationState = 'open' | 'used' | 'revoked' | 'expired';

export function invitationState(
  { usedAt, revokedAt, expiresAt }: { usedAt: Date | null; revokedAt: Date | null; expiresAt: Date },
  now: Date,
): InvitationState {
  if (usedAt) return 'used';
  if (revokedAt) return 'revoked';
  return expiresAt <= now ? 'expired' : 'open';
}
