import type { ChallengePurpose } from '@/models/login-challenge.server';

/** Which challenges a page may work on, as a condition on their rows. */
export interface ChallengeScope {
  purpose: ChallengePurpose | ChallengePurpose[];
  /** Whose they are, for those of somebody who is signed in. */
  userId?: number;
}

/** Challenges that end with being signed in. */
export const TO_ENTER: ChallengeScope = { purpose: ['login', 'signup'] };
