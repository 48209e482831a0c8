import { randomUUID } from 'node:crypto';
import { Op, type Transaction } from 'sequelize';
import type { ProviderProfile } from '@/app/domain/account/identity-provider';
import { AppError } from '@/app/domain/errors';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { inTransaction } from '@/models/database.server';
import { LoginChallenge } from '@/models/login-challenge.server';
import { User } from '@/models/user.server';
import {
  consumeChallenge,
  createAccount,
  type Outcome,
  orLinkInvalid,
  type Proof,
} from '../account/confirm-code.server';
import { findOrCreateUserId, retryConflicts } from '../account/confirm-identity.server';
import { SIGN_IN_SCOPE } from '../account/read-challenge.server';
import { hashAddress, requestCode } from '../account/request-code.server';
import { startApiSession } from './sign-in-token.server';

/** Challenges of one address and network that a code is compared with. */
const MAX_CHALLENGES = 5;

/** The program that signs in. */
export interface Program {
  /** IP address. */
  address: string;
  userAgent: string;
  language: InterfaceLanguage;
}

/**
 * Mails a code, for a sign-up where a name is given. The answer and its time do not tell whether there is an account.
 * @returns public id of the challenge
 * @throws AppError 'account.code-too-many-requests' (params: seconds), 'account.code-not-sent'
 */
export const sendCode = (
  { email, name }: { email: string; name?: string | undefined },
  { address, language, isDirect }: Program & { isDirect: boolean },
): Promise<string> =>
  requestCode({
    ...(name ? { purpose: 'signup' as const, name } : { purpose: 'login' as const }),
    email,
    language,
    address,
    isDirect,
    browserSecret: null,
    device: null,
    sessionId: null,
    submissionId: randomUUID(),
  });

export interface GivenCode {
  email: string;
  code: string;
  /** Public id of the challenge; without it the newest ones of the address from the same network. */
  challenge?: string | undefined;
}

/**
 * @returns a sign-in token
 * @throws AppError 'account.code-invalid', 'account.code-expired', 'account.code-too-many-tries'; 'account.login-failed'
 *   where there is no account
 */
export async function signIn(given: GivenCode, program: Program): Promise<string> {
  const proof = { code: given.code };
  return openSession(await challengesOf(given, program), proof, program, async (challenge, transaction) => {
    return findAccount(challenge, transaction);
  });
}

/** As signIn, for a new account. @throws AppError 'account.email-taken', once the code is right */
export async function register(given: GivenCode & { name: string }, program: Program): Promise<string> {
  const proof = { code: given.code };
  return openSession(await challengesOf(given, program), proof, program, async (challenge, transaction) => {
    const { email, leadOrigin } = challenge;
    return createAccount({ email, name: given.name, language: program.language, leadOrigin }, transaction);
  });
}

/**
 * By the token of a mailed link.
 * @throws AppError 'account.link-invalid', 'account.login-failed'; 'account.email-taken' for that of a sign-up
 */
export const signInByLink = (publicId: string, linkToken: string, program: Program): Promise<string> =>
  orLinkInvalid(openSession([publicId], { linkToken }, program, findOrCreate));

/** By an identity that its provider confirmed. @throws AppError as findOrCreateUserId */
export const signInByIdentity = (identity: ProviderProfile, program: Program): Promise<string> =>
  retryConflicts(() =>
    inTransaction(async (transaction) => {
      const { language, userAgent } = program;
      const userId = await findOrCreateUserId(identity, { language }, transaction);
      return startApiSession({ userId, method: identity.provider, userAgent }, transaction);
    }),
  );

async function challengesOf({ email, challenge }: GivenCode, { address }: Program): Promise<string[]> {
  const open = await LoginChallenge.findAll({
    where: {
      ...SIGN_IN_SCOPE,
      email,
      ...(challenge ? { publicId: challenge } : { addressHash: hashAddress(address) }),
      usedAt: null,
      expiresAt: { [Op.gt]: new Date() },
    },
    attributes: ['publicId'],
    order: [['id', 'DESC']],
    limit: MAX_CHALLENGES,
  });
  if (open.length === 0) throw new AppError('account.code-expired');
  return open.map(({ publicId }) => publicId);
}

async function openSession(
  publicIds: string[],
  proof: Proof,
  { address, userAgent }: Program,
  accountOf: (challenge: LoginChallenge, transaction: Transaction) => Promise<Outcome>,
): Promise<string> {
  let token = '';
  // The token is handed over beside the stored answer, which would keep it.
  const given = { publicIds, proof, submissionId: randomUUID(), sender: `api:${address}` };
  await consumeChallenge(given, SIGN_IN_SCOPE, async (challenge, transaction) => {
    const account = await accountOf(challenge, transaction);
    if ('error' in account) return account;
    token = await startApiSession({ userId: account.userId, method: 'email', userAgent }, transaction);
    return {};
  });
  return token;
}

async function findAccount({ email }: LoginChallenge, transaction: Transaction): Promise<Outcome> {
  const user = await User.findOne({ where: { email, deletedAt: null }, transaction });
  return user ? { userId: user.id } : { error: 'account.login-failed' };
}

/** The link of a sign-up makes the account, as the page of the link does. */
async function findOrCreate(challenge: LoginChallenge, transaction: Transaction): Promise<Outcome> {
  const { purpose, email, name, language, leadOrigin } = challenge;
  if (purpose !== 'signup') return findAccount(challenge, transaction);
  return createAccount({ email, name: name!, language, leadOrigin }, transaction);
}
