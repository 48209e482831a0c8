import { type Transaction, UniqueConstraintError } from 'sequelize';
import type { ProviderProfile } from '@/app/domain/account/identity-provider';
import { DUPLICATE_POST_WINDOW_MS } from '@/app/domain/account/login-code';
import { AppError } from '@/app/domain/errors';
import { toOneLine } from '@/app/domain/format/normalise-unicode';
import { MAX_NAME_LENGTH } from '@/app/domain/format/user-name';
import type { InterfaceLanguage } from '@/app/i18n/languages';
import { Identity } from '@/models/identity.server';
import { User } from '@/models/user.server';
import { withIdempotencyKey } from '../platform/idempotency/with-idempotency-key.server';
import { type Browser, sessionTokenFor } from './browser.server';
import { providerName } from './provider-name.server';
import { signUp } from './sign-up.server';
import { findSessionByToken, type StartedSession, startSession } from './start-session.server';

/** Two sign-ins at once can hit a unique constraint twice: that of the account, then of the identity. */
const MAX_RETRIES = 2;

export interface OAuthReturn {
  /** Single-use secret of the OAuth flow (its PKCE code verifier), used as the idempotency key. */
  oauthState: string;
  browser: Browser;
  /** That of a new account; that of São Paulo when unknown. */
  timeZone?: string | undefined;
  /** The campaign that a new account came from. */
  leadOrigin?: string | undefined;
}

/**
 * By the provider's subject, or else by a verified e-mail address, which links the identity to that account
 * or creates one. The callback works once; the same browser finds the session already started.
 * @throws AppError 'account.identity-failed' for a replayed callback, 'account.identity-unverified' for an
 *   unknown identity with an unverified address (params: provider), 'account.login-failed' when the account
 *   was deleted, and those of signUp
 */
export async function confirmIdentity(
  identity: ProviderProfile,
  language: InterfaceLanguage,
  { oauthState, browser, timeZone, leadOrigin }: OAuthReturn,
): Promise<StartedSession> {
  const token = sessionTokenFor(oauthState, browser);
  const { provider } = identity;
  const refusal = () => new AppError('account.identity-failed', { provider: providerName(provider) });
  const arrive = async (transaction: Transaction) => {
    const userId = await findOrCreateUserId(identity, { language, timeZone, leadOrigin }, transaction);
    await startSession({ userId, token }, provider, browser, transaction);
    return null;
  };
  const life = { forMs: DUPLICATE_POST_WINDOW_MS, refusal };
  await retryConflicts(() => withIdempotencyKey('identity', oauthState, arrive, life));
  const entry = await findSessionByToken(token);
  if (!entry) throw refusal();
  return entry;
}

/** Runs again what lost a race for a unique value against another sign-in. */
export async function retryConflicts<T>(work: () => Promise<T>): Promise<T> {
  for (let lost = 0; ; lost += 1) {
    try {
      return await work();
    } catch (error) {
      if (lost === MAX_RETRIES || !(error instanceof UniqueConstraintError)) throw error;
    }
  }
}

/** @throws AppError as confirmIdentity, except for a callback */
export async function findOrCreateUserId(
  identity: ProviderProfile,
  newcomer: Pick<OAuthReturn, 'timeZone' | 'leadOrigin'> & { language: InterfaceLanguage },
  transaction: Transaction,
): Promise<number> {
  const { provider, subject, email, isEmailVerified } = identity;
  const known = await Identity.findOne({ where: { provider, subject }, transaction });
  if (known) return activeUserId(await User.findByPk(known.userId, { transaction, rejectOnEmpty: true }));
  if (!email || !isEmailVerified) {
    throw new AppError('account.identity-unverified', { provider: providerName(provider) });
  }
  const user = await User.findOne({ where: { email }, transaction });
  const userId = user
    ? activeUserId(user)
    : await signUp({ email, name: displayNameOf(identity.name, email), ...newcomer }, transaction);
  await Identity.create({ userId, provider, subject }, { transaction });
  return userId;
}

function activeUserId({ id, deletedAt }: User): number {
  if (deletedAt) throw new AppError('account.login-failed');
  return id;
}

function displayNameOf(name: string, email: string): string {
  const characters = Array.from(toOneLine(name) || email.split('@')[0]!);
  return characters.slice(0, MAX_NAME_LENGTH).join('');
}
