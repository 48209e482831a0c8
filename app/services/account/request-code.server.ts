import { randomBytes, randomInt } from 'node:crypto';
import { Op, type Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import {
  CHALLENGES_PER_ADDRESS_AND_HOUR,
  CHALLENGES_PER_EMAIL_AND_HOUR,
  CODE_LENGTH,
  CODE_LIFETIME_MS,
  RESEND_WAIT_MS,
} from '@/app/domain/account/login-code';
import { AppError } from '@/app/domain/errors';
import { DEFAULT_LANGUAGE, type InterfaceLanguage, isInterfaceLanguage } from '@/app/i18n/languages';
import { LoginChallenge } from '@/models/login-challenge.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { once } from '../submission/once.server';
import { takeTurn } from '../submission/take-turn.server';
import { type LoginMail, sendLoginMail, sendNoAccountMail } from './send-login-mail.server';

export interface CodeRequest {
  purpose: 'login' | 'signup';
  email: string;
  /** At sign-up only. */
  name?: string;
  language: InterfaceLanguage;
  /** The network address that asks, for limits; kept as a hash. */
  address: string;
  /** Asked without a proxy, so that in local mode the code may be printed on the terminal. */
  isDirect?: boolean;
  submissionId: string;
}

const HOUR_MS = 3_600_000;

/**
 * Starts proving an e-mail address: a challenge is written and its code mailed. The answer and the work
 * are alike whether or not the address has an account.
 * @returns the challenge's public id
 * @throws AppError 'account.code-too-many-requests' (params: seconds), 'account.code-not-sent'
 */
export async function requestCode(request: CodeRequest): Promise<string> {
  const { purpose, email, name = null, language, address, isDirect = false, submissionId } = request;
  const addressHash = keyedHash('address', address);
  const addressee = { purpose, email, name, language, addressHash };
  return issue(addressee, { submissionId, isDirect }, (transaction) =>
    limitRequests(email, addressHash, transaction),
  );
}

/**
 * Replaces a challenge by a new one with a new code; the old code and link stop working.
 * @returns the new challenge's public id
 * @throws AppError 'account.code-too-many-requests' (params: seconds) before 60 s have passed,
 *   'account.code-expired' for a challenge that is used or unknown, 'account.code-not-sent'
 */
export async function resendCode(publicId: string, submissionId: string, isDirect = false): Promise<string> {
  const old = await LoginChallenge.findOne({ where: { publicId } });
  if (!old) throw new AppError('account.code-expired');
  const { purpose, email, name, addressHash } = old;
  const language = isInterfaceLanguage(old.language) ? old.language : DEFAULT_LANGUAGE;
  const form = { submissionId, isDirect };
  return issue({ purpose, email, name, language, addressHash }, form, async (transaction) => {
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

type Addressee = Pick<LoginChallenge, 'purpose' | 'email' | 'name' | 'addressHash'> & {
  language: InterfaceLanguage;
};

async function issue(
  addressee: Addressee,
  { submissionId, isDirect }: { submissionId: string; isDirect: boolean },
  allow: (transaction: Transaction) => Promise<void>,
): Promise<string> {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
  const linkToken = randomBytes(24).toString('base64url');
  const fresh = newPublicId();
  const publicId = await once('code', submissionId, async (transaction) => {
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
  await takeTurn(`email:${email}`, transaction);
  await takeTurn(`address:${addressHash}`, transaction);
  const createdAt = { [Op.gt]: new Date(Date.now() - HOUR_MS) };
  const byEmail = await LoginChallenge.count({ where: { email, createdAt }, transaction });
  const byAddress = await LoginChallenge.count({ where: { addressHash, createdAt }, transaction });
  if (byEmail >= CHALLENGES_PER_EMAIL_AND_HOUR || byAddress >= CHALLENGES_PER_ADDRESS_AND_HOUR) {
    throw new AppError('account.code-too-many-requests', { seconds: HOUR_MS / 1000 });
  }
}

async function mailChallenge(
  { purpose, email, language }: Addressee,
  mail: Omit<LoginMail, 'to' | 'language'>,
): Promise<void> {
  const isKnown = (await User.count({ where: { email } })) > 0;
  if (purpose === 'login' && !isKnown) return sendNoAccountMail({ to: email, language });
  await sendLoginMail({ to: email, language, ...mail });
}
