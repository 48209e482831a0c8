import { passChallenge } from './confirm-code.server';

/**
 * Takes the code that was mailed to the address an account has, before one is mailed to the address that it shall
 * have. Nobody takes an account along with a browser that was left open: without its present mailbox it stays where
 * it is.
 * @throws AppError those of passChallenge
 */
export async function proveEmail(proof: {
  userId: number;
  sessionId: number;
  /** See GivenProof. */
  challengeIds: string[];
  code: string;
  submissionId: string;
  newEmail: string;
}): Promise<void> {
  const { userId, sessionId, challengeIds, code, submissionId, newEmail } = proof;
  const sender = `session:${sessionId} ${newEmail}`;
  const form = { publicIds: challengeIds, proof: { code }, submissionId, sender };
  await passChallenge(form, { purpose: 'prove-email', userId }, async () => ({}));
}
