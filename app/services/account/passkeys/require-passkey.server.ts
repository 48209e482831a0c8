import type { Transaction } from 'sequelize';
import { settings } from '@/app/config/env.server';
import type { LoginMethod } from '@/app/domain/account/session';
import { Passkey } from '@/models/passkey.server';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { relyingPartyAt } from './relying-party.server';

/** A recovery code stands for the passkey that was lost. */
const WITH_PASSKEY: LoginMethod[] = ['passkey', 'recovery'];

/**
 * Whether a session lacks the passkey that its administrator needs: one opened without it, outside local mode. An
 * address that can have no passkeys asks for none.
 */
export function lacksPasskey({ role }: Pick<User, 'role'>, method: LoginMethod): boolean {
  if (role !== 'admin' || settings.isLocal) return false;
  return relyingPartyAt(settings.publicUrl) !== null && !WITH_PASSKEY.includes(method);
}

/**
 * Whether the passkeys and recovery codes of the account are closed to a session: to one that lacks the passkey,
 * except to make the first. Who reads the mailbox could otherwise replace them.
 */
export async function arePasskeysClosed(
  { userId, sessionId }: { userId: number; sessionId: number },
  transaction: Transaction | null,
): Promise<boolean> {
  const user = await User.findByPk(userId, { transaction, rejectOnEmpty: true });
  const session = await Session.findByPk(sessionId, { transaction });
  if (session && !lacksPasskey(user, session.method)) return false;
  return (await Passkey.count({ where: { userId }, transaction })) > 0;
}
