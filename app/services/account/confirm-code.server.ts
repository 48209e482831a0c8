import { timingSafeEqual } from 'node:crypto';
import { literal, Op, type Transaction, UniqueConstraintError } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { CODE_TRIES } from '@/app/domain/account/login-code';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { LoginChallenge } from '@/models/login-challenge.server';
import { User } from '@/models/user.server';
import { once } from '../submission/once.server';
import { createUser } from './create-user.server';

type Outcome = { userId: number } | { error: AppErrorCode };

/** What proves the address: the typed code, or the token of the mailed link. */
export type Proof = { code: string } | { linkToken: string };

/**
 * Ends a challenge with its proof: finds the account at login, makes it at sign-up. Works once; the same
 * form sent twice gets the same answer.
 * @returns the user's id
 * @throws AppError 'account.code-invalid', 'account.code-expired', 'account.code-too-many-tries',
 *   'account.email-taken' (sign-up), 'account.login-failed' (login without an account)
 */
export async function confirmCode(publicId: string, proof: Proof, submissionId: string): Promise<number> {
  if (!isPublicId(publicId)) throw new AppError('account.code-expired');
  const hash =
    'code' in proof
      ? { column: 'codeHash' as const, value: keyedHash(`code:${publicId}`, proof.code) }
      : { column: 'linkHash' as const, value: keyedHash(`link:${publicId}`, proof.linkToken) };
  // Outcomes are returned, not thrown, so that a wrong code's count is committed.
  const outcome = await once<Outcome>(`confirm:${hash.value}`, submissionId, async (transaction) => {
    const challenge = await takeTry(publicId, transaction);
    if ('error' in challenge) return challenge;
    if (!timingSafeEqual(Buffer.from(challenge[hash.column]), Buffer.from(hash.value))) {
      return { error: 'account.code-invalid' };
    }
    await challenge.update({ usedAt: new Date() }, { transaction });
    return accountFor(challenge, transaction);
  });
  if ('error' in outcome) throw new AppError(outcome.error);
  return outcome.userId;
}

async function takeTry(
  publicId: string,
  transaction: Transaction,
): Promise<LoginChallenge | { error: AppErrorCode }> {
  const alive = { publicId, usedAt: null, expiresAt: { [Op.gt]: new Date() } };
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
  const { purpose, email, name } = challenge;
  if (purpose === 'signup') return newAccount({ email, name: name! }, transaction);
  const user = await User.findOne({ where: { email }, transaction });
  return user ? { userId: user.id } : { error: 'account.login-failed' };
}

async function newAccount(
  person: { email: string; name: string },
  transaction: Transaction,
): Promise<Outcome> {
  try {
    return { userId: await createUser(person, transaction) };
  } catch (error) {
    if (error instanceof UniqueConstraintError) return { error: 'account.email-taken' };
    throw error;
  }
}
