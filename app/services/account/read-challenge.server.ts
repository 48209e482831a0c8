import { MAX_CODE_ATTEMPTS, RESEND_WAIT_MS } from '@/app/domain/account/login-code';
import { type ChallengePurpose, LoginChallenge } from '@/models/login-challenge.server';

/** Restricts a page to some login challenges, as a `where` condition on their rows. */
export interface ChallengeScope {
  purpose: ChallengePurpose | ChallengePurpose[];
  userId?: number;
}

export const SIGN_IN_SCOPE: ChallengeScope = { purpose: ['login', 'signup'] };

export interface ChallengeView {
  purpose: ChallengePurpose;
  email: string;
  /** Seconds until another mail may be requested; 0 when allowed now. */
  resendInSeconds: number;
  /** Not used, and not guessed at too often. */
  isOpen: boolean;
}

/** Reads a challenge, also a used or expired one: its page reports that on submit. Null when unknown. */
export async function readChallenge(publicId: string, scope = SIGN_IN_SCOPE): Promise<ChallengeView | null> {
  const challenge = await LoginChallenge.findOne({ where: { ...scope, publicId } });
  if (!challenge) return null;
  const { purpose, email, createdAt, usedAt, tries } = challenge;
  const resendInSeconds = Math.max(0, Math.ceil((createdAt.getTime() + RESEND_WAIT_MS - Date.now()) / 1000));
  const isOpen = usedAt === null && tries < MAX_CODE_ATTEMPTS;
  return { purpose, email, resendInSeconds, isOpen };
}
