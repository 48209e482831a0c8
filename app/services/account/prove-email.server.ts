import { passChallenge } from './confirm-code.server';
import { type CodeRequest, requestCode } from './request-code.server';

/**
 * Takes the code that was mailed to the address an account has, and mails one to the address that it shall have.
 * Nobody takes an account along with a browser that was left open: without its present mailbox it stays where
 * it is.
 * @returns the public id of the challenge for the new address, which changeEmail takes
 * @throws AppError those of passChallenge and requestCode
 */
export async function proveEmail(
  proof: {
    userId: number;
    sessionId: number;
    /** See GivenProof. */
    challengeIds: string[];
    code: string;
    submissionId: string;
  },
  next: Omit<CodeRequest, 'purpose' | 'userId' | 'submissionId'>,
): Promise<string> {
  const { userId, sessionId, challengeIds, code, submissionId } = proof;
  const sender = `session:${sessionId} ${next.email}`;
  const form = { publicIds: challengeIds, proof: { code }, submissionId, sender };
  await passChallenge(form, { purpose: 'prove-email', userId }, async () => ({}));
  return requestCode({ ...next, purpose: 'change-email', userId, submissionId });
}
