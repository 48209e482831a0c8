import type { Transaction } from 'sequelize';
import {
  CODE_LIMIT_PER_KNOWN_BROWSER,
  CODE_LIMIT_PER_NETWORK,
  CODE_LIMIT_PER_NETWORK_AND_EMAIL,
  CODE_LIMIT_PER_WIDE_NETWORK,
  EMAIL_BURST_LIMIT,
  EMAIL_SUSTAINED_LIMIT,
} from '@/app/domain/account/login-code';
import { AppError } from '@/app/domain/errors';
import { networksOf } from '@/app/domain/network';
import type { ChallengePurpose } from '@/models/login-challenge.server';
import { limitRate, type Rate } from '../platform/limits/limit-rate.server';
import { findKnownDevice } from './known-device.server';

export interface Requester {
  address: string;
  /** Known-device token of the browser (see rememberDevice); null when no account knows it. */
  device: string | null;
  sessionId: number | null;
}

/**
 * Rate-limits requests for a login code, to prevent both guessing and locking the owner out.
 *
 * | requester | counted by | at most | beyond that |
 * |---|---|---|---|
 * | anyone | IPv4 address or IPv6 /64 | 60 an hour | rejected |
 * | anyone | IPv6 /48 | 300 an hour | rejected |
 * | anyone | that network and the e-mail address | 10 an hour | rejected |
 * | all requesters | the e-mail address and the purpose | 20 mails a day, then 1 in 6 minutes | no mail |
 * | a known device of the account | the device | 20 an hour | rejected |
 * | a session, for its own account | the session | 20 an hour | rejected |
 *
 * A request is rejected only for earlier requests from its own network, browser or session. Requests by
 * strangers can only slow an account's mails down: the last two rows are exempt, no mailed code is
 * invalidated, and since a mail of each purpose is sent every six minutes at the latest, the owner always
 * holds a link that signs in from any browser. A request without a mail looks like any other, but its
 * challenge has no code that could be guessed. So at most 260 mails a day with 5 tries each can be guessed:
 * 1,300 of 1,000,000, or 0.13 % for each day of an attack from any number of addresses. The holder of the
 * cookie of a known device or a session has 480 mails a day: 0.24 %.
 *
 * All limits depend on the e-mail address alone and are the same whether or not it has an account.
 * @param isOwnEmail the address is that of the signed-in account
 * @returns whether the code is mailed
 * @throws AppError 'account.code-too-many-requests' (params: seconds)
 */
export async function limitCodeRequests(
  { address, device, sessionId }: Requester,
  { email, purpose, isOwnEmail }: { email: string; purpose: ChallengePurpose; isOwnEmail: boolean },
  transaction: Transaction,
): Promise<boolean> {
  const demand = async (scope: string, rate: Rate) => {
    const seconds = await limitRate(`code ${scope}`, rate, transaction);
    if (seconds > 0) throw new AppError('account.code-too-many-requests', { seconds });
  };
  if (sessionId !== null) {
    await demand(`session:${sessionId}`, CODE_LIMIT_PER_KNOWN_BROWSER);
    return isOwnEmail || isMailAllowed(`${purpose}:${email}`, transaction);
  }
  const known = device && (await findKnownDevice(device, email, transaction));
  if (known) {
    // Counted by row id: the device token changes with each sign-in.
    await demand(`device:${known.id}`, CODE_LIMIT_PER_KNOWN_BROWSER);
    return true;
  }
  const { narrow, wide } = networksOf(address);
  if (wide) await demand(`network:${wide}`, CODE_LIMIT_PER_WIDE_NETWORK);
  await demand(`network:${narrow}`, CODE_LIMIT_PER_NETWORK);
  await demand(`pair:${narrow}:${email}`, CODE_LIMIT_PER_NETWORK_AND_EMAIL);
  return isMailAllowed(`${purpose}:${email}`, transaction);
}

async function isMailAllowed(addressee: string, transaction: Transaction): Promise<boolean> {
  for (const [scope, rate] of Object.entries({
    mail: EMAIL_BURST_LIMIT,
    'slow mail': EMAIL_SUSTAINED_LIMIT,
  })) {
    if ((await limitRate(`code ${scope}:${addressee}`, rate, transaction)) === 0) return true;
  }
  return false;
}
