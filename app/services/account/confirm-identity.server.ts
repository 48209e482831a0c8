import { type Transaction, UniqueConstraintError } from 'sequelize';
import { IDENTITY_PROVIDERS, type ProvidedIdentity } from '@/app/domain/account/identity';
import { AppError } from '@/app/domain/errors';
import { NAME_LENGTH, toPersonName } from '@/app/domain/format/person-name';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { inTransaction } from '@/models/database.server';
import { Identity } from '@/models/identity.server';
import { User } from '@/models/user.server';
import { createUser } from './create-user.server';

/** The same person may come twice at the same moment, and lose the race for the account, then for the identity. */
const RACES = 2;

/**
 * Finds the account of somebody whom a company knows: by the company's own name for the person, or else by an
 * e-mail that the company verified, which links the two from then on. Where there is none, makes one.
 * @param language of a new account
 * @returns the user's id
 * @throws AppError 'account.identity-unverified' (params: provider) for a person not known yet whose e-mail the
 *   company does not vouch for, 'account.login-failed' when the account was deleted, and those of
 *   createUser
 */
export async function confirmIdentity(
  identity: ProvidedIdentity,
  language: InterfaceLanguage,
): Promise<number> {
  for (let lost = 0; ; lost += 1) {
    try {
      return await inTransaction((transaction) => accountOf(identity, language, transaction));
    } catch (error) {
      if (lost === RACES || !(error instanceof UniqueConstraintError)) throw error;
    }
  }
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
