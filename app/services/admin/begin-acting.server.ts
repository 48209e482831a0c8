import { AppError } from '@/app/domain/errors';
import { Session } from '@/models/session.server';
import { lockUser } from './lock-user.server';
import { onceByAdmin } from './once-by-admin.server';
import { recordAudit } from './record-audit.server';

/**
 * Lets an administrator use Celeste as somebody else, in this one session.
 * @throws AppError 'admin.user-unknown', for another administrator too; 'account.login-required' when the
 *   session is over meanwhile
 */
export function beginActing(request: {
  adminId: number;
  submissionId: string;
  sessionId: number;
  publicId: string;
}): Promise<void> {
  const { adminId, sessionId, publicId } = request;
  return onceByAdmin(request, async (transaction) => {
    const user = await lockUser({ publicId }, transaction);
    if (user.role === 'admin') throw new AppError('admin.user-unknown');
    const [begun] = await Session.update(
      { actingAsUserId: user.id },
      { where: { id: sessionId, userId: adminId }, transaction },
    );
    if (begun === 0) throw new AppError('account.login-required');
    await recordAudit({ adminId, subjectId: user.id, action: 'acting-began' }, transaction);
  });
}
