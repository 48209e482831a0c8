import { randomBytes, randomInt } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import {
  CHALLENGES_PER_ADDRESS,
  CHALLENGES_PER_EMAIL,
  CODE_LENGTH,
  CODE_LIFETIME_MS,
  RESEND_WAIT_MS,
} from '@/app/domain/account/login-code';
import { AppError } from '@/app/domain/errors';
import { DEFAULT_LANGUAGE, type InterfaceLanguage, isInterfaceLanguage } from '@/app/i18n/languages';
import { type ChallengePurpose, LoginChallenge } from '@/models/login-challenge.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { limitRate } from '../limit/limit-rate.server';
import { once } from '../submission/once.server';
import { TO_ENTER } from './challenge-scope';
import { sendAccountCodeMail } from './send-account-mail.server';
import { type LoginMail, sendLoginMail, sendNoAccountMail } from './send-login-mail.server';

export interface CodeRequest {
  purpose: ChallengePurpose;
  email: string;
  /** At sign-up only. */
  name?: string;
  /** Who is signed in, for purposes that need it. */
  userId?: number;
  language: InterfaceLanguage;
  /** The network address that asks, for limits; kept as a hash. */
  address: string;
  /** What only this browser holds; null when it came without. */
  browserSecret: string | null;
  /** Asked without a proxy, so that in local mode the code may be printed on the terminal. */
  isDirect?: boolean;
  submissionId: string;
}

/**
 * Starts proving an e-mail address: a challenge is written and its code mailed. The answer and the work
 * are alike whether or not the address has an account.
 * @returns the challenge's public id
 * @throws AppError 'account.code-too-many-requests' (params: seconds), 'account.code-not-sent'
 */
export async function requestCode(request: CodeRequest): Promise<string> {
  const { purpose, email, name = null, userId = null, language, address, submissionId } = request;
  const { browserSecret, isDirect = false } = request;
  const addressHash = keyedHash('address', address);
  const addressee = { purpose, email, name, userId, language, addressHash };
  const scope = `code:${purpose}:${email}:${browserSecret ?? address}`;
  return issue(addressee, { scope, submissionId, isDirect }, (transaction) =>
    limitRequests(email, addressHash, transaction),
  );
}

/**
 * Replaces a challenge by a new one with a new code; the old code and link stop working.
 * @returns the new challenge's public id
 * @throws AppError 'account.code-too-many-requests' (params: seconds) before 60 s have passed,
 *   'account.code-expired' for a challenge that is used or unknown, 'account.code-not-sent'
 */
export async function resendCode(
  publicId: string,
  submissionId: string,
  isDirect = false,
  scope = TO_ENTER,
): Promise<string> {
  const old = await LoginChallenge.findOne({ where: { ...scope, publicId } });
  if (!old) throw new AppError('account.code-expired');
  const { purpose, email, name, userId, addressHash } = old;
  const language = isInterfaceLanguage(old.language) ? old.language : DEFAULT_LANGUAGE;
  const form = { scope: `resend:${publicId}`, submissionId, isDirect };
  return issue({ purpose, email, name, userId, language, addressHash }, form, async (transaction) => {
    const waitMs = old.createdAt.getTime() + RESEND_WAIT_MS - Date.now();
    if (waitMs > 0)
      throw new AppError('account.code-too-many-requests', { seconds: Math.ceil(waitMs / 1000) });
    await limitRequests(email, addressHash, transaction);
    const [ended] = await LoginChallenge.update(
      { usedAt: new Date() },
      { where: { publicId, usedAt: null }, transaction },
    );
    if (ended === 0) throw new AppError('account.code-expired');
  });
}

type Addressee = Pick<LoginChallenge, 'purpose' | 'email' | 'name' | 'userId' | 'addressHash'> & {
  language: InterfaceLanguage;
};

async function issue(
  addressee: Addressee,
  { scope, submissionId, isDirect }: { scope: string; submissionId: string; isDirect: boolean },
  allow: (transaction: Transaction) => Promise<void>,
): Promise<string> {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
  const linkToken = randomBytes(24).toString('base64url');
  const fresh = newPublicId();
  const publicId = await once(scope, submissionId, async (transaction) => {
    await allow(transaction);
    await LoginChallenge.create(
      {
        publicId: fresh,
        ...addressee,
        codeHash: keyedHash(`code:${fresh}`, code),
        linkHash: keyedHash(`link:${fresh}`, linkToken),
        expiresAt: new Date(Date.now() + CODE_LIFETIME_MS),
      },
      { transaction },
    );
    return fresh;
  });
  if (publicId === fresh) {
    await mailChallenge(addressee, {
      code,
      linkPath: `/validation/${linkToken}/${publicId}`,
      print: isDirect,
    });
  }
  return publicId;
}

async function limitRequests(email: string, addressHash: string, transaction: Transaction): Promise<void> {
  const limits = {
    [`email:${email}`]: CHALLENGES_PER_EMAIL,
    [`address:${addressHash}`]: CHALLENGES_PER_ADDRESS,
  };
  for (const [scope, rate] of Object.entries(limits)) {
    const seconds = await limitRate(`code ${scope}`, rate, transaction);
    if (seconds > 0) throw new AppError('account.code-too-many-requests', { seconds });
  }
}

async function mailChallenge(
  { purpose, email, language }: Addressee,
  mail: Omit<LoginMail, 'to' | 'language'>,
): Promise<void> {
  if (purpose === 'change-email' || purpose === 'delete-account') {
    return sendAccountCodeMail({ to: email, language, purpose, ...mail });
  }
  const isKnown = (await User.count({ where: { email, deletedAt: null } })) > 0;
  if (purpose === 'login' && !isKnown) return sendNoAccountMail({ to: email, language });
  await sendLoginMail({ to: email, language, ...mail });
}
