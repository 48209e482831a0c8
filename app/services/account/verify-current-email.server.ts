import { consumeChallenge } from './confirm-code.server';

/**
 * The present address is proved first: access to an open browser must not suffice to take the account over.
 */
export async function verifyCurrentEmail(proof: {
  userId: number;
  sessionId: number;
  /** See SubmittedProof. */
  challengeIds: string[];
  code: string;
  submissionId: string;
  newEmail: string;
}): Promise<void> {
  const { userId, sessionId, challengeIds, code, submissionId, newEmail } = proof;
  const sender = `session:${sessionId} ${newEmail}`;
  const form = { publicIds: challengeIds, proof: { code }, submissionId, sender };
  await consumeChallenge(form, { purpose: 'prove-email', userId }, async () => ({}));
}
