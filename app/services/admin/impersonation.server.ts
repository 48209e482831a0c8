import { Op, type Transaction } from 'sequelize';
import { AppError, type AppErrorCode } from '@/app/domain/errors';
import { inTransaction } from '@/models/database.server';
import { Session } from '@/models/session.server';
import { User } from '@/models/user.server';
import { recordAudit } from './audit.server';
import { lockUser } from './lock-user.server';
import { withAdminIdempotencyKey } from './with-admin-idempotency-key.server';

/**
 * Starts the impersonation of a user by an administrator, in this session only.
 * @throws AppError 'admin.user-unknown', also for another administrator and in a session that already
 *   impersonates somebody; 'account.login-required' when the session ended meanwhile; 'form.used' for a
 *   replayed form, unless the session still impersonates that user
 */
export async function startImpersonation(request: {
  adminId: number;
  submissionId: string;
  sessionId: number;
  publicId: string;
}): Promise<void> {
  const { adminId, sessionId, publicId } = request;
  await withAdminIdempotencyKey(request, async (transaction) => {
    const user = await lockUser({ publicId }, transaction);
    if (user.role === 'admin') throw new AppError('admin.user-unknown');
    const [begun] = await Session.update(
      { actingAsUserId: user.id },
      { where: { id: sessionId, userId: adminId, actingAsUserId: null }, transaction },
    );
    if (begun === 0) throw new AppError(await rejectionCodeOf(sessionId, adminId, transaction));
    await recordAudit({ adminId, subjectId: user.id, action: 'acting-began' }, transaction);
  });
  const actingAs = { model: User, as: 'actingAs', required: true, where: { publicId } };
  const acting = await Session.count({ where: { id: sessionId, userId: adminId }, include: [actingAs] });
  if (acting === 0) throw new AppError('form.used');
}

async function rejectionCodeOf(
  sessionId: number,
  adminId: number,
  transaction: Transaction,
): Promise<AppErrorCode> {
  const isOpen = (await Session.count({ where: { id: sessionId, userId: adminId }, transaction })) > 0;
  return isOpen ? 'admin.user-unknown' : 'account.login-required';
}

/** Ends an impersonation; a session without one stays unchanged. */
export function endImpersonation(session: { id: number; adminId: number; userId: number }): Promise<void> {
  const { id, adminId, userId } = session;
  return inTransaction(async (transaction) => {
    const [ended] = await Session.update(
      { actingAsUserId: null },
      { where: { id, actingAsUserId: { [Op.not]: null } }, transaction },
    );
    if (ended > 0) await recordAudit({ adminId, subjectId: userId, action: 'acting-ended' }, transaction);
  });
}
