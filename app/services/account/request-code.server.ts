import { randomBytes, randomInt } from 'node:crypto';
import type { Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { CODE_LENGTH, CODE_LIFETIME_MS, RESEND_WAIT_MS } from '@/app/domain/account/login-code';
import { AppError } from '@/app/domain/errors';
import { networksOf } from '@/app/domain/network';
import { DEFAULT_LANGUAGE, type InterfaceLanguage, isInterfaceLanguage } from '@/app/i18n/languages';
import { type ChallengePurpose, LoginChallenge } from '@/models/login-challenge.server';
import { newPublicId } from '@/models/public-id.server';
import { User } from '@/models/user.server';
import { limitRate } from '../limit/limit-rate.server';
import { once } from '../submission/once.server';
import { TO_ENTER } from './challenge-scope';
import { type Asker, limitCodeRequests } from './limit-code-requests.server';
import { sendAccountCodeMail } from './send-account-mail.server';
import { type LoginMail, sendLoginMail, sendNoAccountMail } from './send-login-mail.server';

export type { OwnPurpose } from '@/models/login-challenge.server';

/** How a form that asks for a code came. */
export interface CodeForm extends Asker {
  /** What only this browser holds; null when it came without. */
  browserSecret: string | null;
  /** Asked without a proxy, so that in local mode the code may be printed on the terminal. */
  isDirect?: boolean;
  submissionId: string;
}

export interface CodeRequest extends CodeForm {
  purpose: ChallengePurpose;
  email: string;
  /** At sign-up only. */
  name?: string;
  /** Who is signed in, for purposes that need it. */
  userId?: number;
  language: InterfaceLanguage;
}

/**
 * Starts proving an e-mail address: a challenge is written and its code mailed, unless strangers had too many
 * mailed there (see limitCodeRequests). The answer and the work are alike whether or not the address has an
 * account, and codes that were mailed before stay valid.
 * @returns the challenge's public id
 * @throws AppError 'account.code-too-many-requests' (params: seconds), 'account.code-not-sent'
 */
export async function requestCode(request: CodeRequest): Promise<string> {
  const { purpose, email, name = null, userId = null, language, address, browserSecret } = request;
  const addressee = { purpose, email, name, userId, language, addressHash: addressHashOf(address) };
  const scope = `code:${purpose}:${email}:${browserSecret ?? address}`;
  return issue(addressee, request, scope, (transaction) => mayMail(addressee, request, transaction));
}

/**
 * Mails another code for the same purpose to the same address, beside the one that is valid already.
 * @returns the new challenge's public id
 * @throws AppError 'account.code-too-many-requests' (params: seconds) before 60 s have passed,
 *   'account.code-expired' for a challenge that is used or unknown, 'account.code-not-sent'
 */
export async function resendCode(publicId: string, form: CodeForm, within = TO_ENTER): Promise<string> {
  const old = await LoginChallenge.findOne({ where: { ...within, publicId, usedAt: null } });
  if (!old) throw new AppError('account.code-expired');
  const { purpose, email, name, userId } = old;
  const language = isInterfaceLanguage(old.language) ? old.language : DEFAULT_LANGUAGE;
  const addressHash = addressHashOf(form.address);
  const addressee = { purpose, email, name, userId, language, addressHash };
  return issue(addressee, form, `resend:${publicId}`, async (transaction) => {
    const waitMs = old.createdAt.getTime() + RESEND_WAIT_MS - Date.now();
    const seconds = waitMs > 0 ? Math.ceil(waitMs / 1000) : await again(publicId, transaction);
    if (seconds > 0) throw new AppError('account.code-too-many-requests', { seconds });
    return mayMail(addressee, form, transaction);
  });
}

const addressHashOf = (address: string) => keyedHash('address', networksOf(address).narrow);

/** Seconds until the newest mail may be asked for once more by a browser that did not take note of it. */
const again = (publicId: string, transaction: Transaction) =>
  limitRate(`resend ${publicId}`, { most: 1, windowMs: RESEND_WAIT_MS }, transaction);

/** What is mailed to the address of the account that is signed in; a change is proved at another one. */
const mayMail = ({ email, userId, purpose }: Addressee, asker: Asker, transaction: Transaction) =>
  limitCodeRequests(
    asker,
    { email, purpose, isOwnEmail: userId !== null && purpose !== 'change-email' },
    transaction,
  );

type Addressee = Pick<LoginChallenge, 'purpose' | 'email' | 'name' | 'userId' | 'addressHash'> & {
  language: InterfaceLanguage;
};

async function issue(
  addressee: Addressee,
  { submissionId, isDirect = false }: CodeForm,
  scope: string,
  mayBeMailed: (transaction: Transaction) => Promise<boolean>,
): Promise<string> {
  const code = randomInt(10 ** CODE_LENGTH)
    .toString()
    .padStart(CODE_LENGTH, '0');
  const linkToken = randomBytes(24).toString('base64url');
  const fresh = newPublicId();
  let isMailed = false;
  const publicId = await once(scope, submissionId, async (transaction) => {
    isMailed = await mayBeMailed(transaction);
    // What nobody was mailed, nobody can guess.
    const valid = isMailed ? code : randomBytes(24).toString('hex');
    await LoginChallenge.create(
      {
        publicId: fresh,
        ...addressee,
        codeHash: keyedHash(`code:${fresh}`, valid),
        linkHash: keyedHash(`link:${fresh}`, linkToken),
        expiresAt: new Date(Date.now() + CODE_LIFETIME_MS),
      },
      { transaction },
    );
    return fresh;
  });
  if (publicId === fresh && isMailed) {
    await mailChallenge(addressee, {
      code,
      linkPath: `/validation/${linkToken}/${publicId}`,
      print: isDirect,
    });
  }
  return publicId;
}

async function mailChallenge(
  { purpose, email, language }: Addressee,
  mail: Omit<LoginMail, 'to' | 'language'>,
): Promise<void> {
  if (purpose !== 'login' && purpose !== 'signup') {
    return sendAccountCodeMail({ to: email, language, purpose, ...mail });
  }
  const isKnown = (await User.count({ where: { email, deletedAt: null } })) > 0;
  if (purpose === 'login' && !isKnown) return sendNoAccountMail({ to: email, language });
  await sendLoginMail({ to: email, language, ...mail });
}
