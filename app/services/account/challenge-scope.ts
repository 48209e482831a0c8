import type { ChallengePurpose } from '@/models/login-challenge.server';

/** Restricts a page to some login challenges, as a `where` condition on their rows. */
export interface ChallengeScope {
  purpose: ChallengePurpose | ChallengePurpose[];
  userId?: number;
}

export const SIGN_IN_SCOPE: ChallengeScope = { purpose: ['login', 'signup'] };
