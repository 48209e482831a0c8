import { keyedHash } from '@/app/config/secret.server';
import { inTransaction } from '@/models/database.server';
import { Session } from '@/models/session.server';
import { recordAudit } from '../admin/audit.server';

/** Signs a browser out and ends its impersonation, if any. An unknown token is not an error. */
export const endSession = (token: string): Promise<void> =>
  endSessionWhere({ tokenHash: keyedHash('session', token) });

/** As endSession, for a session that is known. */
export const endSessionById = (id: number): Promise<void> => endSessionWhere({ id });

function endSessionWhere(where: { tokenHash: string } | { id: number }): Promise<void> {
  return inTransaction(async (transaction) => {
    const session = await Session.findOne({ where, transaction });
    if (!session) return;
    const { id, userId: adminId, actingAsUserId: subjectId } = session;
    const ended = await Session.destroy({ where: { id }, transaction });
    if (ended > 0 && subjectId)
      await recordAudit({ adminId, subjectId, action: 'acting-ended' }, transaction);
  });
}
