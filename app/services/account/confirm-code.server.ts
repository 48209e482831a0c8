import { timingSafeEqual } from 'node:crypto';
import { literal, Op, type Transaction, UniqueConstraintError } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { CODE_TRIES } from '@/app/domain/account/login-code';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { LoginChallenge } from '@/models/login-challenge.server';
import { User } from '@/models/user.server';
import { once } from '../submission/once.server';
import { type ChallengeScope, TO_ENTER } from './challenge-scope';
import { createUser } from './create-user.server';

type Refusal = { error: AppErrorCode };
type Outcome = { userId: number } | Refusal;

/** What proves the address: the typed code, or the token of the mailed link. */
export type Proof = { code: string } | { linkToken: string };

/**
 * Ends a challenge with its proof: finds the account at login, makes it at sign-up. Works once; the same
 * form sent twice gets the same answer.
 * @returns the user's id
 * @throws AppError 'account.email-taken' (sign-up), 'account.login-failed' (login without an account), and
 *   those of passChallenge and createUser
 */
export async function confirmCode(publicId: string, proof: Proof, submissionId: string): Promise<number> {
  const { userId } = await passChallenge({ publicId, proof, submissionId }, TO_ENTER, accountFor);
  return userId;
}

/**
 * Takes a challenge's proof, once, and does what it allows in the same commit. The same form sent twice gets
 * the same answer.
 * @param scope the only challenges that count; any other is as good as unknown
 * @param finish what follows; its answer must survive JSON
 * @throws AppError 'account.code-invalid', 'account.code-expired', 'account.code-too-many-tries', and what
 *   `finish` answers as its error
 */
export async function passChallenge<Done extends object>(
  given: { publicId: string; proof: Proof; submissionId: string },
  scope: ChallengeScope,
  finish: (challenge: LoginChallenge, transaction: Transaction) => Promise<Done | Refusal>,
): Promise<Done> {
  const { publicId, proof, submissionId } = given;
  if (!isPublicId(publicId)) throw new AppError('account.code-expired');
  const hash =
    'code' in proof
      ? { column: 'codeHash' as const, value: keyedHash(`code:${publicId}`, proof.code) }
      : { column: 'linkHash' as const, value: keyedHash(`link:${publicId}`, proof.linkToken) };
  const form = `confirm:${scope.userId ?? ''}:${hash.value}`;
  // Outcomes are returned, not thrown, so that a wrong code's count is committed.
  const outcome = await once<Done | Refusal>(form, submissionId, async (transaction) => {
    const challenge = await takeTry(publicId, scope, transaction);
    if ('error' in challenge) return challenge;
    if (!timingSafeEqual(Buffer.from(challenge[hash.column]), Buffer.from(hash.value))) {
      return { error: 'account.code-invalid' };
    }
    await challenge.update({ usedAt: new Date() }, { transaction });
    return finish(challenge, transaction);
  });
  if ('error' in outcome) throw new AppError(outcome.error);
  return outcome;
}

async function takeTry(
  publicId: string,
  scope: ChallengeScope,
  transaction: Transaction,
): Promise<LoginChallenge | Refusal> {
  const alive = { ...scope, publicId, usedAt: null, expiresAt: { [Op.gt]: new Date() } };
  const [taken] = await LoginChallenge.update(
    { tries: literal('tries + 1') },
    { where: { ...alive, tries: { [Op.lt]: CODE_TRIES } }, transaction },
  );
  const challenge = await LoginChallenge.findOne({ where: alive, transaction });
  if (!challenge) return { error: 'account.code-expired' };
  if (taken === 0) return { error: 'account.code-too-many-tries' };
  return challenge;
}

async function accountFor(challenge: LoginChallenge, transaction: Transaction): Promise<Outcome> {
  const { purpose, email, name, language } = challenge;
  if (purpose === 'signup') return newAccount({ email, name: name!, language }, transaction);
  const user = await User.findOne({ where: { email, deletedAt: null }, transaction });
  return user ? { userId: user.id } : { error: 'account.login-failed' };
}

async function newAccount(
  person: { email: string; name: string; language: string },
  transaction: Transaction,
): Promise<Outcome> {
  try {
    return { userId: await createUser(person, transaction) };
  } catch (error) {
    if (error instanceof UniqueConstraintError) return { error: 'account.email-taken' };
    throw error;
  }
}
