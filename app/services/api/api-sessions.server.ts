import { AppError } from '@/app/domain/errors';
import { inTransaction } from '@/models/database.server';
import { Session } from '@/models/session.server';
import { recordAudit } from '../admin/audit.server';
import { lockUser } from '../admin/lock-user.server';
import { findSignInCaller, startApiSession } from './sign-in-token.server';

/**
 * Puts a new session in the place of that of a sign-in token, which ends.
 * @param sessionId of the token that calls; the refreshed one must be the same
 * @throws AppError 'api.token-invalid'
 */
export async function refreshToken(sessionId: number, token: string, userAgent: string): Promise<string> {
  const caller = await findSignInCaller(token);
  if (caller?.sessionId !== sessionId) throw new AppError('api.token-invalid');
  return inTransaction(async (transaction) => {
    const old = await Session.findByPk(sessionId, { lock: transaction.LOCK.UPDATE, transaction });
    if (!old) throw new AppError('api.token-invalid');
    const { userId, method, actingAsUserId } = old;
    await old.destroy({ transaction });
    const acting = actingAsUserId === null ? {} : { actingAsUserId };
    return startApiSession({ userId, method, userAgent, ...acting }, transaction);
  });
}

/**
 * A session of the administrator who acts as a user, opened as the calling one was, and written to the audit table.
 * @throws AppError 'admin.user-unknown', also for another administrator; 'api.token-invalid' when the session has ended
 */
export function startActingAs(
  admin: { id: number; sessionId: number; userAgent: string },
  publicId: string,
): Promise<string> {
  return inTransaction(async (transaction) => {
    const user = await lockUser({ publicId }, transaction);
    if (user.role === 'admin') throw new AppError('admin.user-unknown');
    const calling = await Session.findByPk(admin.sessionId, { transaction });
    if (!calling) throw new AppError('api.token-invalid');
    await recordAudit({ adminId: admin.id, subjectId: user.id, action: 'acting-began' }, transaction);
    const session = { userId: admin.id, method: calling.method, userAgent: admin.userAgent };
    return startApiSession({ ...session, actingAsUserId: user.id }, transaction);
  });
}
