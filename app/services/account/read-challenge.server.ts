import { RESEND_WAIT_MS } from '@/app/domain/account/login-code';
import { type ChallengePurpose, LoginChallenge } from '@/models/login-challenge.server';
import { TO_ENTER } from './challenge-scope';

/** What the code page shows of a challenge. */
export interface ChallengeView {
  purpose: ChallengePurpose;
  email: string;
  /** Seconds until another mail may be asked for, 0 when it may be now. */
  resendInSeconds: number;
}

/** A challenge, also one that is over: its page says so when the code is sent in. Null for an unknown one. */
export async function readChallenge(publicId: string, scope = TO_ENTER): Promise<ChallengeView | null> {
  const challenge = await LoginChallenge.findOne({ where: { ...scope, publicId } });
  if (!challenge) return null;
  const { purpose, email, createdAt } = challenge;
  const resendInSeconds = Math.max(0, Math.ceil((createdAt.getTime() + RESEND_WAIT_MS - Date.now()) / 1000));
  return { purpose, email, resendInSeconds };
}
