import { type Transaction, UniqueConstraintError } from 'sequelize';
import { IDENTITY_PROVIDERS, type ProvidedIdentity } from '@/app/domain/account/identity';
import { REPEAT_MS } from '@/app/domain/account/login-code';
import { AppError } from '@/app/domain/errors';
import { NAME_LENGTH, toPersonName } from '@/app/domain/format/person-name';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { Identity } from '@/models/identity.server';
import { User } from '@/models/user.server';
import { once } from '../submission/once.server';
import { type Browser, sessionTokenFor } from './browser.server';
import { createUser } from './create-user.server';
import { type Entry, findEntry, startSession } from './start-session.server';

/** The same person may come twice at the same moment, and lose the race for the account, then for the identity. */
const RACES = 2;

/** How somebody comes back from a company. */
export interface Arrival {
  /** The secret of the way to the company and back, which works once. */
  journey: string;
  browser: Browser;
}

/**
 * Opens a session of somebody whom a company knows: by the company's own name for the person, or else by an
 * e-mail that the company verified, which links the two from then on. Where there is no account, makes one.
 * The same journey again opens nothing; from the same browser within REPEAT_MS it finds the same session.
 * @param language of a new account
 * @throws AppError 'account.identity-failed' (params: provider) for a journey that was made already,
 *   'account.identity-unverified' (params: provider) for a person not known yet whose e-mail the company does
 *   not vouch for, 'account.login-failed' when the account was deleted, and those of createUser
 */
export async function confirmIdentity(
  identity: ProvidedIdentity,
  language: InterfaceLanguage,
  { journey, browser }: Arrival,
): Promise<Entry> {
  const token = sessionTokenFor(journey, browser);
  const { provider } = identity;
  const refusal = () => new AppError('account.identity-failed', { provider: IDENTITY_PROVIDERS[provider] });
  const arrive = async (transaction: Transaction) => {
    const userId = await accountOf(identity, language, transaction);
    await startSession({ userId, token }, provider, browser, transaction);
    return null;
  };
  for (let lost = 0; ; lost += 1) {
    try {
      await once('identity', journey, arrive, { forMs: REPEAT_MS, refusal });
      break;
    } catch (error) {
      if (lost === RACES || !(error instanceof UniqueConstraintError)) throw error;
    }
  }
  const entry = await findEntry(token);
  if (!entry) throw refusal();
  return entry;
}

async function accountOf(
  identity: ProvidedIdentity,
  language: InterfaceLanguage,
  transaction: Transaction,
): Promise<number> {
  const { provider, subject, email, isEmailVerified } = identity;
  const known = await Identity.findOne({ where: { provider, subject }, transaction });
  if (known) return openAccount(await User.findByPk(known.userId, { transaction, rejectOnEmpty: true }));
  if (!email || !isEmailVerified) {
    throw new AppError('account.identity-unverified', { provider: IDENTITY_PROVIDERS[provider] });
  }
  const user = await User.findOne({ where: { email }, transaction });
  const userId = user
    ? openAccount(user)
    : await createUser({ email, name: nameFor(identity.name, email), language }, transaction);
  await Identity.create({ userId, provider, subject }, { transaction });
  return userId;
}

function openAccount({ id, deletedAt }: User): number {
  if (deletedAt) throw new AppError('account.login-failed');
  return id;
}

/** What the company says, or the e-mail up to its @. */
function nameFor(name: string, email: string): string {
  const characters = Array.from(toPersonName(name) || email.split('@')[0]!);
  return characters.slice(0, NAME_LENGTH).join('');
}
