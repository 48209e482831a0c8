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
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { limitRate } from '../platform/limits/limit-rate.server';
import { limitCodeRequests, type Requester } from './limit-code-requests.server';
import { SIGN_IN_SCOPE } from './read-challenge.server';
import { sendAccountCodeMail } from './send-account-mail.server';
import {
  type LoginMail,
  sendLoginMail,
  sendNoAccountMail,
  sendNotAdmittedMail,
} from './send-login-mail.server';
import { assertSignUpOffered, maySignUp } from './sign-up.server';

export type { ConfirmedActionPurpose as OwnPurpose } from '@/models/login-challenge.server';

export interface CodeForm extends Requester {
  /** Secret from the browser's signed cookie; null without the cookie. */
  browserSecret: string | null;
  /** No proxy forwarded the request, so in local mode the code may be printed on the terminal. */
  isDirect?: boolean;
  submissionId: string;
}

export interface CodeRequest extends CodeForm {
  purpose: ChallengePurpose;
  email: string;
  /** Sign-up only. */
  name?: string;
  /** Sign-up only: of the browser, if known. */
  timeZone?: string | undefined;
  /** Sign-up only: the campaign that it came from. */
  leadOrigin?: string | undefined;
  userId?: number;
  language: InterfaceLanguage;
}

/**
 * Mails a code unless the rate limit suppresses the mail. Response and timing do not reveal whether the
 * address has an account; codes mailed earlier stay valid. Returns the challenge's public id.
 * @throws AppError 'account.code-too-many-requests' (params: seconds), 'account.code-not-sent'; for a sign-up those of
 *   assertSignUpOffered
 */
export async function requestCode(request: CodeRequest): Promise<string> {
  if (request.purpose === 'signup') assertSignUpOffered(request.email);
  const { purpose, email, name = null, timeZone = null, leadOrigin = null, userId = null } = request;
  const { address, browserSecret, language } = request;
  const addressHash = hashAddress(address);
  const addressee = { purpose, email, name, timeZone, leadOrigin, userId, language, addressHash };
  const scope = `code:${purpose}:${email}:${browserSecret ?? address}`;
  return issueChallenge(addressee, request, scope, (transaction) =>
    isMailAllowed(addressee, request, transaction),
  );
}

/**
 * Mails another code, with the earlier one still valid. Returns the new challenge's public id.
 * @throws AppError 'account.code-too-many-requests' (params: seconds) before 60 s have passed,
 *   'account.code-expired' for a used or unknown challenge, 'account.code-not-sent'
 */
export async function resendCode(publicId: string, form: CodeForm, within = SIGN_IN_SCOPE): Promise<string> {
  const old = await LoginChallenge.findOne({ where: { ...within, publicId, usedAt: null } });
  if (!old) throw new AppError('account.code-expired');
  const { purpose, email, name, timeZone, leadOrigin, userId } = old;
  const language = isInterfaceLanguage(old.language) ? old.language : DEFAULT_LANGUAGE;
  const addressHash = hashAddress(form.address);
  const addressee = { purpose, email, name, timeZone, leadOrigin, userId, language, addressHash };
  return issueChallenge(addressee, form, `resend:${publicId}`, async (transaction) => {
    const waitMs = old.createdAt.getTime() + RESEND_WAIT_MS - Date.now();
    const seconds = waitMs > 0 ? Math.ceil(waitMs / 1000) : await secondsUntilResend(publicId, transaction);
    if (seconds > 0) throw new AppError('account.code-too-many-requests', { seconds });
    return isMailAllowed(addressee, form, transaction);
  });
}

/** Of the network that a request comes from. */
export const hashAddress = (address: string) => keyedHash('address', networksOf(address).narrow);

/** Seconds until the newest mail may be requested again by a browser that still holds an old challenge id. */
const secondsUntilResend = (publicId: string, transaction: Transaction) =>
  limitRate(`resend ${publicId}`, { most: 1, windowMs: RESEND_WAIT_MS }, transaction);

/** Only 'change-email' mails an address other than that of the signed-in account. */
const isMailAllowed = (
  { email, userId, purpose }: Recipient,
  requester: Requester,
  transaction: Transaction,
) =>
  limitCodeRequests(
    requester,
    { email, purpose, isOwnEmail: userId !== null && purpose !== 'change-email' },
    transaction,
  );

type Recipient = Pick<
  LoginChallenge,
  'purpose' | 'email' | 'name' | 'timeZone' | 'leadOrigin' | 'userId' | 'addressHash'
> & { language: InterfaceLanguage };

async function issueChallenge(
  addressee: Recipient,
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
  const publicId = await withIdempotencyKey(scope, submissionId, async (transaction) => {
    isMailed = await mayBeMailed(transaction);
    // A code that is not mailed must not be guessable.
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
  { purpose, email, name: typedName, language }: Recipient,
  mail: Omit<LoginMail, 'to' | 'name' | 'language'>,
): Promise<void> {
  // Always asked for, so that the time does not tell whether there is an account.
  const user = await User.findOne({ where: { email, deletedAt: null }, attributes: ['name'] });
  const isWelcome = await maySignUp(email);
  const head = { to: email, name: user?.name ?? typedName, language };
  if (purpose !== 'login' && purpose !== 'signup') return sendAccountCodeMail({ ...head, purpose, ...mail });
  if (!user && !isWelcome) return sendNotAdmittedMail(head);
  if (purpose === 'login' && !user) return sendNoAccountMail(head);
  await sendLoginMail({ ...head, ...mail });
}
