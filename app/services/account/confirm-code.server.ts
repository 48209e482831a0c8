import { timingSafeEqual } from 'node:crypto';
import { literal, Op, type Transaction, UniqueConstraintError } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { DUPLICATE_POST_WINDOW_MS, MAX_CODE_ATTEMPTS } from '@/app/domain/account/login-code';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { isPublicId } from '@/app/domain/public-id';
import { type ConfirmedActionPurpose, LoginChallenge } from '@/models/login-challenge.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { type Browser, sessionTokenFor } from './browser.server';
import { type ChallengeScope, SIGN_IN_SCOPE } from './read-challenge.server';
import { signUp } from './sign-up.server';
import { findSessionByToken, type StartedSession, startSession } from './start-session.server';

const SIGN_UP_REFUSALS: readonly AppErrorCode[] = [
  'account.signup-closed',
  'account.signup-domain',
  'account.signup-not-invited',
];

type Rejection = { error: AppErrorCode };
export type Outcome = { userId: number } | Rejection;

/** The code that was entered, or the token of the mailed link. */
export type Proof = { code: string } | { linkToken: string };

/**
 * Starts a session once, of the account or of a new one. The stored answer of the idempotency key signs
 * nobody in: the same form from the same browser finds the open session of the first; any other finds a used
 * proof.
 * @throws AppError 'account.email-taken' (sign-up), 'account.login-failed' (no account), and those of
 *   consumeChallenge and signUp
 */
export async function confirmCode(
  publicIds: string[],
  proof: Proof,
  submissionId: string,
  browser: Browser,
): Promise<StartedSession> {
  const token = sessionTokenFor(publicIds.join(), browser);
  const given = { publicIds, proof, submissionId, sender: token };
  await consumeChallenge(given, SIGN_IN_SCOPE, async (challenge, transaction) => {
    const account = await findOrCreateAccount(challenge, transaction);
    if ('error' in account) return account;
    await startSession({ userId: account.userId, token }, 'email', browser, transaction);
    return {};
  });
  const entry = await findSessionByToken(token);
  if (!entry) throw new AppError('account.code-expired');
  return entry;
}

/** For a mailed link, whose reader typed no code. @throws AppError 'account.link-invalid' for any error of the code */
export async function orLinkInvalid<T>(confirming: Promise<T>): Promise<T> {
  try {
    return await confirming;
  } catch (error) {
    if (error instanceof AppError && error.field === 'code') throw new AppError('account.link-invalid');
    throw error;
  }
}

interface SubmittedProof {
  /** Candidate challenges: the newest one, and the earlier ones requested by the same browser. */
  publicIds: string[];
  proof: Proof;
  submissionId: string;
  /** Session or browser that sent the form; part of the idempotency scope. */
  sender: string;
}

/**
 * Verifies the proof and, in the same transaction, marks the open challenges used and runs `finish`, whose
 * result must be serialisable. The code of an earlier mail is as valid as the newest. A wrong code counts as
 * a try of every open challenge, so requesting more mails does not make guessing easier. The same form from
 * the same sender gets the same answer for a while.
 * @throws AppError 'account.code-invalid', 'account.code-expired', 'account.code-too-many-tries', and the
 *   error that `finish` returns
 */
export async function consumeChallenge<Done extends object>(
  given: SubmittedProof,
  scope: ChallengeScope,
  finish: (challenge: LoginChallenge, transaction: Transaction) => Promise<Done | Rejection>,
): Promise<Done> {
  const { publicIds, proof, submissionId, sender } = given;
  if (!publicIds.every(isPublicId)) throw new AppError('account.code-expired');
  const form = `confirm:${sender}:${proofHash(publicIds.join(), proof).value}`;
  // Errors are returned, not thrown, so that the count of a wrong code is committed.
  const take = async (transaction: Transaction): Promise<Done | Rejection> => {
    const open = await findOpenChallenges(publicIds, scope, transaction);
    if (open.length === 0) return { error: 'account.code-expired' };
    const tried = 'code' in proof ? await countTries(open, transaction) : open;
    if (tried.length === 0) return { error: 'account.code-too-many-tries' };
    const challenge = tried.find((candidate) => matchesProof(candidate, proof));
    if (!challenge) return { error: 'account.code-invalid' };
    const id = open.map((candidate) => candidate.id);
    await LoginChallenge.update({ usedAt: new Date() }, { where: { id }, transaction });
    return finish(challenge, transaction);
  };
  const refusal = () => new AppError('account.code-expired');
  const outcome = await withIdempotencyKey(form, submissionId, take, {
    forMs: DUPLICATE_POST_WINDOW_MS,
    refusal,
  });
  if ('error' in outcome) throw new AppError(outcome.error);
  return outcome;
}

/** The form of a signed-in user that takes a mailed code; `challengeIds` as in SubmittedProof. */
export interface OwnCodeForm {
  userId: number;
  sessionId: number;
  challengeIds: string[];
  code: string;
  submissionId: string;
}

/** As consumeChallenge, for a signed-in user. */
export function consumeOwnChallenge<Done extends object>(
  { userId, sessionId, challengeIds, code, submissionId }: OwnCodeForm,
  purpose: ConfirmedActionPurpose,
  finish: (challenge: LoginChallenge, transaction: Transaction) => Promise<Done | Rejection>,
  sender = `session:${sessionId}`,
): Promise<Done> {
  const given = { publicIds: challengeIds, proof: { code }, submissionId, sender };
  return consumeChallenge(given, { purpose, userId }, finish);
}

function proofHash(publicId: string, proof: Proof) {
  return 'code' in proof
    ? { column: 'codeHash' as const, value: keyedHash(`code:${publicId}`, proof.code) }
    : { column: 'linkHash' as const, value: keyedHash(`link:${publicId}`, proof.linkToken) };
}

function matchesProof(challenge: LoginChallenge, proof: Proof): boolean {
  const { column, value } = proofHash(challenge.publicId, proof);
  return timingSafeEqual(Buffer.from(challenge[column]), Buffer.from(value));
}

/** Unused, unexpired challenges with the e-mail address and purpose of the newest one. */
async function findOpenChallenges(
  publicIds: string[],
  scope: ChallengeScope,
  transaction: Transaction,
): Promise<LoginChallenge[]> {
  const alive = await LoginChallenge.findAll({
    where: { ...scope, publicId: publicIds, usedAt: null, expiresAt: { [Op.gt]: new Date() } },
    order: [['id', 'DESC']],
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
  const [newest] = alive;
  return alive.filter(({ email, purpose }) => email === newest!.email && purpose === newest!.purpose);
}

/** Only codes can be guessed, so links are not counted: a wrong code cannot invalidate the mailed link. */
async function countTries(open: LoginChallenge[], transaction: Transaction): Promise<LoginChallenge[]> {
  const left = open.filter(({ tries }) => tries < MAX_CODE_ATTEMPTS);
  const id = left.map((challenge) => challenge.id);
  await LoginChallenge.update({ tries: literal('tries + 1') }, { where: { id }, transaction });
  return left;
}

async function findOrCreateAccount(challenge: LoginChallenge, transaction: Transaction): Promise<Outcome> {
  const { purpose, email, name, language, timeZone, leadOrigin } = challenge;
  if (purpose === 'signup') {
    const person = { email, name: name!, language, leadOrigin, ...(timeZone && { timeZone }) };
    return createAccount(person, transaction);
  }
  const user = await User.findOne({ where: { email, deletedAt: null }, transaction });
  return user ? { userId: user.id } : { error: 'account.login-failed' };
}

/** @returns the error for an address that has an account, or that may not have one */
export async function createAccount(
  person: Parameters<typeof signUp>[0],
  transaction: Transaction,
): Promise<Outcome> {
  try {
    if ((await User.count({ where: { email: person.email }, transaction })) > 0) {
      return { error: 'account.email-taken' };
    }
    return { userId: await signUp(person, transaction) };
  } catch (error) {
    if (error instanceof AppError && SIGN_UP_REFUSALS.includes(error.code)) return { error: error.code };
    if (error instanceof UniqueConstraintError) return { error: 'account.email-taken' };
    throw error;
  }
}
