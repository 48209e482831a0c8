import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} from '@simplewebauthn/server';
import type { Transaction } from 'sequelize';
import { keyedHash } from '@/app/config/secret.server';
import { DUPLICATE_POST_WINDOW_MS } from '@/app/domain/account/login-code';
import { PASSKEY_CHALLENGE_LIFETIME_MS, PASSKEY_LIMIT_PER_NETWORK } from '@/app/domain/account/passkey';
import { AppError } from '@/app/domain/errors';
import { networksOf } from '@/app/domain/network';
import { inTransaction } from '@/models/database.server';
import { Passkey } from '@/models/passkey.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../../platform/idempotency/with-idempotency-key.server';
import { limitRate } from '../../platform/limits/limit-rate.server';
import { type Browser, sessionTokenFor } from '../browser.server';
import { findSessionByToken, type StartedSession, startSession } from '../start-session.server';
import { isPasskeyChallengeOf, issuePasskeyChallenge } from './passkey-challenge.server';
import type { RelyingParty } from './relying-party.server';

const holderOf = (browserSecret: string) => `sign-in:${browserSecret}`;

/** What a browser needs to ask its devices for any passkey of this site; no account is named. */
export function passkeySignInOptions(browserSecret: string, { id }: RelyingParty) {
  return generateAuthenticationOptions({
    rpID: id,
    challenge: Buffer.from(issuePasskeyChallenge(holderOf(browserSecret)), 'base64url'),
    userVerification: 'required',
    timeout: PASSKEY_CHALLENGE_LIFETIME_MS,
  });
}

/**
 * Starts a session of the account that the passkey belongs to. Each challenge is used up by the first answer
 * to it, right or wrong; the same browser finds the session already started.
 * @throws AppError 'account.passkey-failed' whatever is wrong with the answer, so that it does not tell which
 *   passkeys exist; 'account.code-too-many-requests' (params: seconds)
 */
export async function signInWithPasskey(
  response: AuthenticationResponseJSON,
  browser: Browser,
  party: RelyingParty,
): Promise<StartedSession> {
  await limitAnswers(browser.address);
  const challenge = challengeIn(response);
  if (!isPasskeyChallengeOf(holderOf(browser.secret), challenge)) throw failed();
  const token = sessionTokenFor(`passkey:${challenge}`, browser);
  const life = { forMs: DUPLICATE_POST_WINDOW_MS, refusal: failed };
  // A refusal is returned, not thrown, so that the challenge stays used up.
  const isStarted = await withIdempotencyKey(
    'passkey',
    challenge,
    async (transaction) => {
      const passkey = await verifiedPasskey(response, challenge, party, transaction);
      if (!passkey) return false;
      await startSession({ userId: passkey.userId, token }, 'passkey', browser, transaction);
      return true;
    },
    life,
  );
  const session = isStarted ? await findSessionByToken(token) : null;
  if (!session) throw failed();
  return session;
}

const failed = () => new AppError('account.passkey-failed');

function limitAnswers(address: string): Promise<void> {
  return inTransaction(async (transaction) => {
    const scope = `passkey network:${networksOf(address).narrow}`;
    const seconds = await limitRate(scope, PASSKEY_LIMIT_PER_NETWORK, transaction);
    if (seconds > 0) throw new AppError('account.code-too-many-requests', { seconds });
  });
}

/** The challenge that the device says it answers; the signature over it is checked later. */
function challengeIn({ response }: AuthenticationResponseJSON): string {
  try {
    const client: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    if (client && typeof client === 'object' && 'challenge' in client) return String(client.challenge);
  } catch {
    // Not JSON: as good as none.
  }
  throw failed();
}

/** With its counter moved on; null when anything about the answer is wrong. */
async function verifiedPasskey(
  response: AuthenticationResponseJSON,
  challenge: string,
  party: RelyingParty,
  transaction: Transaction,
): Promise<Passkey | null> {
  const passkey = await Passkey.findOne({
    where: { credentialHash: keyedHash('passkey', response.id) },
    include: [{ model: User, as: 'user', required: true, where: { deletedAt: null } }],
    lock: transaction.LOCK.UPDATE,
    transaction,
  });
  if (!passkey || !isHandleOf(passkey.user!, response)) return null;
  const counter = await verifiedCounter(response, challenge, party, passkey);
  if (counter === null) return null;
  return passkey.update({ counter, lastUsedAt: new Date() }, { transaction });
}

const isHandleOf = ({ publicId }: User, { response }: AuthenticationResponseJSON) =>
  response.userHandle === Buffer.from(publicId).toString('base64url');

/** Null for a false signature, another site or page, no user verification, or a counter that went back. */
async function verifiedCounter(
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  { id, origin }: RelyingParty,
  { credentialId, publicKey, counter }: Passkey,
): Promise<number | null> {
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: origin,
      expectedRPID: id,
      credential: {
        id: credentialId,
        publicKey: new Uint8Array(Buffer.from(publicKey, 'base64url')),
        counter: Number(counter),
      },
      requireUserVerification: true,
    });
    return verified ? authenticationInfo.newCounter : null;
  } catch {
    return null;
  }
}
