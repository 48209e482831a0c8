import { Op, type Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import { isOfDomain } from '@/app/domain/account/sign-up';
import { AppError } from '@/app/domain/errors';
import { Invitation } from '@/models/invitation.server';
import { createUser } from './create-user.server';

/** Open invitations of an address. */
const openFor = (email: string) => ({
  email,
  usedAt: null,
  revokedAt: null,
  expiresAt: { [Op.gt]: new Date() },
});

/**
 * What an address is told when it asks to sign up: only what holds for every address of its domain, never whether it has
 * an account or an invitation.
 * @throws AppError 'account.signup-closed'; 'account.signup-domain'
 */
export function assertSignUpOffered(email: string): void {
  if (settings.signUp === 'closed') throw new AppError('account.signup-closed');
  if (!isOfDomain(email, settings.signUpDomains)) throw new AppError('account.signup-domain');
}

/** Whether an address may create an account. For a mail to its owner, who alone may know. */
export async function maySignUp(email: string): Promise<boolean> {
  if (settings.signUp === 'closed' || !isOfDomain(email, settings.signUpDomains)) return false;
  return settings.signUp === 'open' || (await Invitation.count({ where: openFor(email) })) > 0;
}

/**
 * Creates the account of somebody whose address is proven, and uses up their invitation where one is needed.
 * @throws AppError those of assertSignUpOffered and createUser; 'account.signup-not-invited'
 */
export async function signUp(
  person: Parameters<typeof createUser>[0],
  transaction: Transaction,
): Promise<number> {
  const { email } = person;
  assertSignUpOffered(email);
  if (settings.signUp === 'invite') await takeInvitation(email, transaction);
  return createUser(person, transaction);
}

async function takeInvitation(email: string, transaction: Transaction): Promise<void> {
  const [used] = await Invitation.update({ usedAt: new Date() }, { where: openFor(email), transaction });
  if (used === 0) throw new AppError('account.signup-not-invited');
}

/** The address that an invitation's link is for; null when it was used or revoked, or has expired. */
export async function findInvitedEmail(publicId: string): Promise<string | null> {
  const where = { publicId, usedAt: null, revokedAt: null, expiresAt: { [Op.gt]: new Date() } };
  return (await Invitation.findOne({ where }))?.email ?? null;
}
