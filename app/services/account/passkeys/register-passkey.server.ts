import {
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { type Transaction, UniqueConstraintError } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { MAX_PASSKEYS, PASSKEY_CHALLENGE_LIFETIME_MS } from '@/app/domain/account/passkey';
import { AppError } from '@/app/domain/errors';
import { toInterfaceLanguage } from '@/app/domain/format/language';
import { PRODUCT_NAME } from '@/app/domain/product';
import { DEFAULT_LANGUAGE } from '@/app/i18n/languages';
import { Passkey } from '@/models/passkey.server';
import { newPublicId } from '@/models/public-id.server';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { enqueue } from '../../platform/jobs/enqueue.server';
import { consumeOwnChallenge, type OwnCodeForm } from '../confirm-code.server';
import { isPasskeyChallengeOf, issuePasskeyChallenge } from './passkey-challenge.server';
import { recoveryCodesOf, replaceRecoveryCodes } from './recovery-codes.server';
import type { RelyingParty } from './relying-party.server';
import { arePasskeysClosed } from './require-passkey.server';

type Owner = Pick<OwnCodeForm, 'userId' | 'sessionId'>;

const holderOf = ({ userId, sessionId }: Owner) => `register:${userId}:${sessionId}`;

/**
 * Takes the mailed code. Returns the challenge of a registration, which is the permission: only this session can
 * register with it, within PASSKEY_CHALLENGE_LIFETIME_MS, once.
 * @throws AppError 'account.passkey-too-many', 'account.passkey-required' (arePasskeysClosed), and those of
 *   consumeChallenge
 */
export async function startPasskeyRegistration(form: OwnCodeForm): Promise<string> {
  await consumeOwnChallenge(form, 'add-passkey', async (_challenge, transaction) =>
    (await arePasskeysClosed(form, transaction)) ? { error: 'account.passkey-required' } : {},
  );
  const count = await Passkey.count({ where: { userId: form.userId } });
  if (count >= MAX_PASSKEYS) throw new AppError('account.passkey-too-many');
  return issuePasskeyChallenge(holderOf(form));
}

/** What the browser needs to make a passkey; null when the challenge is not this session's or has expired. */
export async function passkeyCreationOptions(owner: Owner, challenge: string, { id }: RelyingParty) {
  if (!isPasskeyChallengeOf(holderOf(owner), challenge)) return null;
  const user = await User.findByPk(owner.userId, { rejectOnEmpty: true });
  const own = await Passkey.findAll({ where: { userId: user.id } });
  return generateRegistrationOptions({
    rpName: PRODUCT_NAME,
    rpID: id,
    userID: new Uint8Array(Buffer.from(user.publicId)),
    userName: user.email,
    userDisplayName: user.name,
    challenge: Buffer.from(challenge, 'base64url'),
    timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
    excludeCredentials: own.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/**
 * Adds the passkey that the device made, and tells the account by e-mail. The first one comes with recovery codes,
 * which are returned; null otherwise.
 * @throws AppError 'account.passkey-failed', 'account.passkey-taken' (the device holds it for some account
 *   already), 'account.passkey-too-many', 'account.passkey-required' (arePasskeysClosed)
 */
export async function registerPasskey(
  owner: Owner,
  { response, name }: { response: RegistrationResponseJSON; name: string },
  party: RelyingParty,
): Promise<string[] | null> {
  const { challenge, credential } = await verifiedCredential(owner, response, party);
  const add = async (transaction: Transaction) => {
    const user = await User.findByPk(owner.userId, {
      lock: transaction.LOCK.UPDATE,
      transaction,
      rejectOnEmpty: true,
    });
    const count = await Passkey.count({ where: { userId: user.id }, transaction });
    if (count >= MAX_PASSKEYS) throw new AppError('account.passkey-too-many');
    if (await arePasskeysClosed(owner, transaction)) throw new AppError('account.passkey-required');
    await Passkey.create(
      {
        publicId: newPublicId(),
        userId: user.id,
        credentialHash: keyedHash('passkey', credential.id),
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey).toString('base64url'),
        counter: credential.counter,
        name,
      },
      { transaction },
    );
    // Its device has just proved itself.
    if (user.role === 'admin') {
      await Session.update({ method: 'passkey' }, { where: { id: owner.sessionId }, transaction });
    }
    const language = toInterfaceLanguage(user.language ?? DEFAULT_LANGUAGE);
    const news = { to: user.email, language, change: 'added', name } as const;
    await enqueue('announce-passkey', news, { userId: user.id, transaction });
    if (count === 0) await replaceRecoveryCodes(user.id, challenge, transaction);
    return { isFirst: count === 0 };
  };
  try {
    const { isFirst } = await withIdempotencyKey('passkey', challenge, add);
    return isFirst ? recoveryCodesOf(owner.userId, challenge) : null;
  } catch (error) {
    if (error instanceof UniqueConstraintError) throw new AppError('account.passkey-taken');
    throw error;
  }
}

async function verifiedCredential(
  owner: Owner,
  response: RegistrationResponseJSON,
  { id, origin }: RelyingParty,
) {
  let challenge = '';
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: (given) => {
        challenge = given;
        return isPasskeyChallengeOf(holderOf(owner), given);
      },
      expectedOrigin: origin,
      expectedRPID: id,
      requireUserVerification: true,
    });
    if (verified) return { challenge, credential: registrationInfo.credential };
  } catch {
    // The library throws for each check that fails; which one is of use to an attacker alone.
  }
  throw new AppError('account.passkey-failed');
}
