import { consumeChallenge } from './confirm-code.server';

/**
 * Verifies the code mailed to the account's current e-mail address, before a code is mailed to the new one.
 * Without it, access to an open browser would be enough to take the account over.
 * @throws AppError those of consumeChallenge
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
