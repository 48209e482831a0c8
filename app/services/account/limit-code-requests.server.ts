import type { Transaction } from 'sequelize';
import {
  CODES_PER_ADDRESS,
  CODES_PER_OWN_BROWSER,
  CODES_PER_PAIR,
  CODES_PER_WIDE_NETWORK,
  MAILS_AT_ONCE,
  MAILS_SLOWED,
} from '@/app/domain/account/login-code';
import { AppError } from '@/app/domain/errors';
import { networksOf } from '@/app/domain/network';
import type { ChallengePurpose } from '@/models/login-challenge.server';
import { limitRate, type Rate } from '../limit/limit-rate.server';
import { findKnownDevice } from './known-device.server';

/** Who asks for a code, for limits. */
export interface Asker {
  /** The network address. */
  address: string;
  /** The token by which accounts know the browser (see rememberDevice); null when none does. */
  device: string | null;
  /** The session that asks; null when nobody is signed in. */
  sessionId: number | null;
}

/**
 * Counts a request for a code, so that nobody can guess one and nobody can keep somebody else out.
 *
 * | who asks | counted by | at most | then |
 * |---|---|---|---|
 * | anybody | IPv4 address or IPv6 /64 | 60 an hour | refused |
 * | anybody | IPv6 /48 | 300 an hour | refused |
 * | anybody | that network and the e-mail address | 10 an hour | refused |
 * | all of them together | the e-mail address and the purpose | 20 mails a day, past that 1 in 6 minutes | no mail |
 * | a browser the account knows | itself, for that account | 20 an hour | refused |
 * | a session, about its own account | itself | 20 an hour | refused |
 *
 * An asker is refused for what was asked from its own network, browser or session. What strangers elsewhere do to
 * an account together slows its mails and nothing else: the last two rows are outside of it, no code that was
 * mailed ends, and since a mail of each purpose leaves every six minutes at the latest, its owner always holds one
 * whose link signs in, from any browser. A request without a mail looks like any other, but its challenge has no
 * code that could be guessed. So no more than 260 mails a day of 5 tries each can be guessed at: 1,300 of
 * 1,000,000, or 0.13 % for each day that an attack from any number of addresses lasts. Who holds the cookie of a
 * known browser or of a session has 480 mails a day: 0.24 %.
 *
 * All of it goes by the e-mail address alone, and is the same whether or not that has an account.
 * @param isOwnEmail the address is that of the account that is signed in
 * @returns whether the code is mailed
 * @throws AppError 'account.code-too-many-requests' (params: seconds)
 */
export async function limitCodeRequests(
  { address, device, sessionId }: Asker,
  { email, purpose, isOwnEmail }: { email: string; purpose: ChallengePurpose; isOwnEmail: boolean },
  transaction: Transaction,
): Promise<boolean> {
  const demand = async (scope: string, rate: Rate) => {
    const seconds = await limitRate(`code ${scope}`, rate, transaction);
    if (seconds > 0) throw new AppError('account.code-too-many-requests', { seconds });
  };
  if (sessionId !== null) {
    await demand(`session:${sessionId}`, CODES_PER_OWN_BROWSER);
    return isOwnEmail || takesMail(`${purpose}:${email}`, transaction);
  }
  const known = device && (await findKnownDevice(device, email, transaction));
  if (known) {
    // Its token changes with each sign-in to any account.
    await demand(`device:${known.id}`, CODES_PER_OWN_BROWSER);
    return true;
  }
  const { narrow, wide } = networksOf(address);
  if (wide) await demand(`network:${wide}`, CODES_PER_WIDE_NETWORK);
  await demand(`network:${narrow}`, CODES_PER_ADDRESS);
  await demand(`pair:${narrow}:${email}`, CODES_PER_PAIR);
  return takesMail(`${purpose}:${email}`, transaction);
}

async function takesMail(addressee: string, transaction: Transaction): Promise<boolean> {
  for (const [scope, rate] of Object.entries({ mail: MAILS_AT_ONCE, 'slow mail': MAILS_SLOWED })) {
    if ((await limitRate(`code ${scope}:${addressee}`, rate, transaction)) === 0) return true;
  }
  return false;
}
